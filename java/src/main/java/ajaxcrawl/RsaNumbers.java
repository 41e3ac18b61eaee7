package ajaxcrawl;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.stream.Stream;

/** RSA keys as numbers, in the order of RFC 7518: n, e and, of private keys, d, p, q, dp, dq, qi; without signs. */
final class RsaNumbers {

    private RsaNumbers() { }

    static byte[][] of(final Key key) throws GeneralSecurityException {
        final Stream<BigInteger> numbers;
        if (key instanceof RSAPublicKey open) {
            numbers = Stream.of(open.getModulus(), open.getPublicExponent());
        } else if (key instanceof RSAPrivateCrtKey secret) {
            numbers = Stream.of(secret.getModulus(), secret.getPublicExponent(), secret.getPrivateExponent(),
                    secret.getPrimeP(), secret.getPrimeQ(), secret.getPrimeExponentP(), secret.getPrimeExponentQ(),
                    secret.getCrtCoefficient());
        } else {
            throw new GeneralSecurityException("no such key");
        }
        return numbers.map(BigInteger::toByteArray)
                .map(bytes -> bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes).toArray(byte[][]::new);
    }

    static Key key(final byte[][] numbers) throws GeneralSecurityException {
        final BigInteger[] n = Arrays.stream(numbers).map(bytes -> new BigInteger(1, bytes)).toArray(BigInteger[]::new);
        final KeyFactory factory = KeyFactory.getInstance("RSA");
        return n.length == 2 ? factory.generatePublic(new RSAPublicKeySpec(n[0], n[1]))
                : factory.generatePrivate(new RSAPrivateCrtKeySpec(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]));
    }
}
