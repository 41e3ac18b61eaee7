package ajaxcrawl;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

import org.apache.http.conn.DnsResolver;

/**
 * Resolves host names for connections to other hosts and refuses addresses inside the machine's own networks. The
 * connection is made to the very addresses that were checked: nothing is looked up twice.
 */
final class AddressGuard implements DnsResolver {

    /** More addresses of one host are not tried: each costs a connect timeout. */
    private static final int MAX_ADDRESSES = 4;

    /** A name that stands for an address that may not be asked. */
    static final class RefusedAddressException extends UnknownHostException {
        private static final long serialVersionUID = 1L;

        RefusedAddressException(final String host, final InetAddress address) {
            super(host + " is at " + address.getHostAddress()
                    + ", a private address: name the host in private_hosts if pages may ask it");
        }
    }

    private final DnsResolver resolver;
    private final boolean trusting;

    /**
     * @param trusting whether connections may go to any address
     */
    AddressGuard(final DnsResolver resolver, final boolean trusting) {
        this.resolver = resolver;
        this.trusting = trusting;
    }

    @Override
    public InetAddress[] resolve(final String host) throws UnknownHostException {
        final InetAddress[] addresses = resolver.resolve(host);
        if (!trusting) {
            for (final InetAddress address : addresses) {
                if (!isPublic(address.getAddress())) {
                    throw new RefusedAddressException(host, address);
                }
            }
        }
        return addresses.length <= MAX_ADDRESSES ? addresses : Arrays.copyOf(addresses, MAX_ADDRESSES);
    }

    /** Whether {@code address} (4 or 16 bytes) is one of the public internet, by IANA's special-purpose registries. */
    static boolean isPublic(final byte[] address) {
        return address.length == 4 ? isPublicV4(address, 0) : isPublicV6(address);
    }

    private static boolean isPublicV4(final byte[] bytes, final int at) {
        final int ip = (bytes[at] & 0xFF) << 24 | (bytes[at + 1] & 0xFF) << 16
                | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
        return !(in(ip, 0x00000000, 8)      // this network
                || in(ip, 0x0A000000, 8)    // private
                || in(ip, 0x64400000, 10)   // carrier-grade NAT
                || in(ip, 0x7F000000, 8)    // loopback
                || in(ip, 0xA83F8110, 32)   // Azure's platform address
                || in(ip, 0xA9FE0000, 16)   // link-local, cloud metadata
                || in(ip, 0xAC100000, 12)   // private
                || in(ip, 0xC0000000, 24)   // IETF protocol assignments
                || in(ip, 0xC0000200, 24)   // documentation
                || in(ip, 0xC0586300, 24)   // 6to4 relays
                || in(ip, 0xC0A80000, 16)   // private
                || in(ip, 0xC6120000, 15)   // benchmarks
                || in(ip, 0xC6336400, 24)   // documentation
                || in(ip, 0xCB007100, 24)   // documentation
                || in(ip, 0xE0000000, 3));  // multicast, reserved, broadcast
    }

    private static boolean in(final int ip, final int network, final int bits) {
        return (ip ^ network) >>> (32 - bits) == 0;
    }

    private static boolean isPublicV6(final byte[] bytes) {
        final int first = (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
        final int second = (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFF;
        if (startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF)               // IPv4-mapped
                || startsWith(bytes, 0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0)) {  // NAT64
            return isPublicV4(bytes, 12);
        }
        if (first == 0x2002) {  // 6to4 carries an IPv4 address
            return isPublicV4(bytes, 2);
        }
        return first >>> 13 == 1                              // global unicast is 2000::/3 …
                && !(first == 0x2001 && second < 0x0200)      // … but for IETF assignments, Teredo among them
                && !(first == 0x2001 && second == 0x0DB8)     // documentation
                && !(first == 0x3FFF && second < 0x1000);     // documentation
    }

    private static boolean startsWith(final byte[] bytes, final int... prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if ((bytes[i] & 0xFF) != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
