package ajaxcrawl;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.apache.http.impl.conn.SystemDefaultDnsResolver;
import org.junit.Test;

/** Which addresses count as the public internet's. */
public final class AddressGuardTest {

    private static boolean isPublic(final String address) throws UnknownHostException {
        return AddressGuard.isPublic(InetAddress.getByName(address).getAddress());
    }

    @Test
    public void addressesOfTheInternetArePublic() throws UnknownHostException {
        for (final String address : new String[] {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255",
            "100.128.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
            "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1",
            "2001:4860:4860::8888", "2002:0101:0101::1", "64:ff9b::1.1.1.1"}) {
            assertTrue(address, isPublic(address));
        }
    }

    @Test
    public void addressesInsideAreNot() throws UnknownHostException {
        for (final String address : new String[] {"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1",
            "100.100.100.200", "127.0.0.1", "127.255.255.254", "168.63.129.16", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
            "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1",
            "64:ff9b:1::1.1.1.1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "2002:c0a8:1::1",
            "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1"}) {
            assertFalse(address, isPublic(address));
        }
    }

    @Test
    public void aMappedAddressIsJudgedByTheOneInside() {
        final byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xFF;
        mapped[11] = (byte) 0xFF;
        mapped[12] = 127;
        assertFalse(AddressGuard.isPublic(mapped));
        mapped[12] = 1;
        assertTrue(AddressGuard.isPublic(mapped));
    }

    @Test
    public void literalsAreJudgedInEveryForm() {
        final AddressGuard guard = new AddressGuard(SystemDefaultDnsResolver.INSTANCE, false);
        for (final String host : new String[] {"127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1",
            "017700000001", "[::1]", "[::ffff:7f00:1]", "[::ffff:127.0.0.1]", "localhost", "0"}) {
            // Refused for its address, or not taken for one at all: never answered.
            assertThrows(host, UnknownHostException.class, () -> guard.resolve(host));
        }
    }

    @Test
    public void oneAddressInsideIsEnoughToRefuseAHost() throws UnknownHostException {
        final InetAddress[] addresses = {InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.1")};
        final AddressGuard guard = new AddressGuard(host -> addresses, false);
        final Exception refused = assertThrows(AddressGuard.RefusedAddressException.class,
                () -> guard.resolve("mixed.example"));
        assertTrue(refused.getMessage().contains("mixed.example is at 10.0.0.1"));
        assertTrue(refused.getMessage().contains("private_hosts"));
    }

    @Test
    public void aTrustedHostMayBeInside() throws UnknownHostException {
        final InetAddress[] addresses = {InetAddress.getByName("10.0.0.1")};
        assertArrayEquals(addresses, new AddressGuard(host -> addresses, true).resolve("inside.example"));
    }

    @Test
    public void onlyAFewAddressesAreTried() throws UnknownHostException {
        final InetAddress[] many = new InetAddress[50];
        for (int i = 0; i < many.length; i++) {
            many[i] = InetAddress.getByName("1.1.1." + i);
        }
        assertEquals(4, new AddressGuard(host -> many, false).resolve("many.example").length);
    }
}
