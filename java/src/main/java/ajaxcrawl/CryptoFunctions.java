package ajaxcrawl;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.TopLevel.Builtins;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBuffer;
import org.htmlunit.javascript.JavaScriptEngine;

/**
 * The algorithms behind {@code SubtleCrypto.js}, as functions of texts, numbers and buffers. Public keys are DER as in
 * X.509, private ones as in PKCS #8. What an algorithm refuses gives null.
 */
final class CryptoFunctions {

    /** The largest modulus that a page may have made, in bits: longer ones take minutes. */
    private static final int MAX_MODULUS = 4096;

    private interface Body {
        Object run(Args args) throws GeneralSecurityException;
    }

    /** A call's arguments. */
    private record Args(Object[] values) {

        String text(final int index) {
            return JavaScriptEngine.toString(values[index]);
        }

        int number(final int index) {
            return (int) JavaScriptEngine.toNumber(values[index]);
        }

        byte[] bytes(final int index) {
            return ((NativeArrayBuffer) values[index]).getBuffer();
        }
    }

    private final TopLevel scope;
    private final Budget budget;
    private final NativeObject functions = new NativeObject();

    private CryptoFunctions(final TopLevel scope, final Budget budget) {
        this.scope = scope;
        this.budget = budget;
    }

    /** The functions, by name. */
    static Scriptable make(final TopLevel scope, final PageClient client) {
        final CryptoFunctions crypto = new CryptoFunctions(scope, client.budget());
        crypto.addSymmetric();
        crypto.addAsymmetric();
        return crypto.functions;
    }

    private void add(final String name, final Body body) {
        functions.defineProperty(name, new LambdaFunction(scope, name, 0, (context, s, self, args) -> {
            try {
                return value(body.run(new Args(args)));
            } catch (final GeneralSecurityException | IllegalArgumentException e) {
                return null;
            }
        }, false), 0);
    }

    private Object value(final Object result) {
        if (result instanceof byte[][] several) {
            return JavaScriptEngine.newArray(scope, Arrays.stream(several).map(this::value).toArray());
        }
        return result instanceof byte[] bytes ? buffer(scope, bytes) : result;
    }

    /** A script's buffer with bytes. */
    static NativeArrayBuffer buffer(final TopLevel scope, final byte[] bytes) {
        final NativeArrayBuffer buffer = new NativeArrayBuffer(bytes.length);
        System.arraycopy(bytes, 0, buffer.getBuffer(), 0, bytes.length);
        buffer.setParentScope(scope);
        buffer.setPrototype(TopLevel.getBuiltinPrototype(scope, Builtins.ArrayBuffer));
        return buffer;
    }

    private void addSymmetric() {
        // digest(hash, data), mac(hash, key, data)
        add("digest", a -> MessageDigest.getInstance(a.text(0)).digest(a.bytes(1)));
        add("mac", a -> mac(a.text(0), a.bytes(1)).doFinal(a.bytes(2)));
        // pbkdf2(hash, password, salt, iterations, bytes), hkdf(hash, secret, salt, info, bytes)
        add("pbkdf2", a -> pbkdf2(mac(a.text(0), a.bytes(1)), a.bytes(2), a.number(3), a.number(4)));
        add("hkdf", a -> hkdf(a.text(0), mac(a.text(0), a.bytes(2)).doFinal(a.bytes(1)), a.bytes(3), a.number(4)));
        // aes(mode, encrypts, key, iv, data, tag's bits, additional data)
        add("aes", a -> {
            final boolean authenticated = "GCM".equals(a.text(0));
            final Cipher cipher = Cipher.getInstance("AES/" + a.text(0) + ("CBC".equals(a.text(0)) ? "/PKCS5Padding"
                    : "/NoPadding"));
            cipher.init(mode(a), new SecretKeySpec(a.bytes(2), "AES"), authenticated
                    ? new GCMParameterSpec(a.number(5), a.bytes(3)) : new IvParameterSpec(a.bytes(3)));
            if (authenticated) {
                cipher.updateAAD(a.bytes(6));
            }
            return cipher.doFinal(a.bytes(4));
        });
        // aesKeyWrap(wraps, key, data)
        add("aesKeyWrap", a -> {
            final Cipher cipher = Cipher.getInstance("AES/KW/NoPadding");
            cipher.init(JavaScriptEngine.toBoolean(a.values()[0]) ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE,
                    new SecretKeySpec(a.bytes(1), "AES"));
            return cipher.doFinal(a.bytes(2));
        });
    }

    private static int mode(final Args args) {
        return JavaScriptEngine.toBoolean(args.values()[1]) ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
    }

    /** {@code SHA-256} as the names of other algorithms have it. */
    private static String compact(final String hash) {
        return hash.replace("-", "");
    }

    private static Mac mac(final String hash, final byte[] key) throws GeneralSecurityException {
        final Mac mac = Mac.getInstance("Hmac" + compact(hash));
        mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HMAC")); // a key is filled up with zeros
        return mac;
    }

    /** RFC 8018, 5.2; the JDK's own takes passwords of characters only. */
    private byte[] pbkdf2(final Mac mac, final byte[] salt, final int iterations, final int length) {
        final byte[] derived = new byte[length];
        for (int block = 0; block * mac.getMacLength() < length; block++) {
            mac.update(salt);
            final int number = block + 1;
            byte[] last = mac.doFinal(new byte[] {(byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8),
                    (byte) number});
            final byte[] sum = last.clone();
            for (int i = 1; i < iterations; i++) {
                budget.tick();
                last = mac.doFinal(last);
                for (int at = 0; at < sum.length; at++) {
                    sum[at] ^= last[at];
                }
            }
            final int start = block * sum.length;
            System.arraycopy(sum, 0, derived, start, Math.min(sum.length, length - start));
        }
        return derived;
    }

    /** RFC 5869, the second step. */
    private static byte[] hkdf(final String hash, final byte[] key, final byte[] info, final int length)
            throws GeneralSecurityException {
        final Mac mac = mac(hash, key);
        if (length > 255 * mac.getMacLength()) {
            throw new GeneralSecurityException("too long");
        }
        final byte[] derived = new byte[length];
        byte[] last = new byte[0];
        for (int done = 0, block = 1; done < length; done += last.length, block++) {
            mac.update(last);
            mac.update(info);
            last = mac.doFinal(new byte[] {(byte) block});
            System.arraycopy(last, 0, derived, done, Math.min(last.length, length - done));
        }
        return derived;
    }

    private void addAsymmetric() {
        // keyPair(family, curve, modulus' bits, exponent) → [public, private]; of elliptic curves the private number alone
        add("keyPair", a -> pair(a.text(0), a.text(1), a.number(2), a.bytes(3)));
        // sign(family, algorithm, hash, salt's length, private key, data), verify(…, public key, data, signature)
        add("sign", a -> {
            final Signature signature = signature(a);
            signature.initSign(privateKey(a.text(0), a.bytes(4)));
            signature.update(a.bytes(5));
            return signature.sign();
        });
        add("verify", a -> {
            final Signature signature = signature(a);
            signature.initVerify(publicKey(a.text(0), a.bytes(4)));
            signature.update(a.bytes(5));
            return signature.verify(a.bytes(6));
        });
        // agree(family, private key, public key)
        add("agree", a -> {
            final KeyAgreement agreement = KeyAgreement.getInstance("EC".equals(a.text(0)) ? "ECDH" : a.text(0));
            agreement.init(privateKey(a.text(0), a.bytes(1)));
            agreement.doPhase(publicKey(a.text(0), a.bytes(2)), true);
            return agreement.generateSecret();
        });
        // oaep(hash, encrypts, key, data, label)
        add("oaep", a -> {
            final Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
            cipher.init(mode(a), mode(a) == Cipher.ENCRYPT_MODE ? publicKey("RSA", a.bytes(2))
                    : privateKey("RSA", a.bytes(2)), new OAEPParameterSpec(a.text(0), "MGF1",
                    new MGF1ParameterSpec(a.text(0)), new PSource.PSpecified(a.bytes(4))));
            return cipher.doFinal(a.bytes(3));
        });
        // numbers of RSA keys: [n, e] or [n, e, d, p, q, dp, dq, qi]
        add("rsaNumbers", a -> "public".equals(a.text(0))
                ? RsaNumbers.of(publicKey("RSA", a.bytes(1))) : RsaNumbers.of(privateKey("RSA", a.bytes(1))));
        add("rsaKey", a -> {
            final byte[][] numbers = new byte[a.values().length][];
            Arrays.setAll(numbers, a::bytes);
            return RsaNumbers.key(numbers).getEncoded();
        });
        // whether a key can be read: checked(family, type, DER)
        add("checked", a -> ("public".equals(a.text(1)) ? publicKey(a.text(0), a.bytes(2))
                : privateKey(a.text(0), a.bytes(2))).getEncoded());
    }

    private static Object pair(final String family, final String curve, final int bits, final byte[] exponent)
            throws GeneralSecurityException {
        final KeyPairGenerator generator = KeyPairGenerator.getInstance(family);
        if ("RSA".equals(family)) {
            if (bits > MAX_MODULUS) {
                throw new GeneralSecurityException("too long");
            }
            generator.initialize(new RSAKeyGenParameterSpec(bits, new BigInteger(1, exponent)));
        } else if ("EC".equals(family)) {
            generator.initialize(new ECGenParameterSpec("sec" + curve.replace("P-", "p") + "r1"));
        }
        final KeyPair pair = generator.generateKeyPair();
        final byte[] open = pair.getPublic().getEncoded();
        return new byte[][] {open, pair.getPrivate() instanceof ECPrivateKey key ? filled(key)
                : pair.getPrivate().getEncoded()};
    }

    /** The number of a private key of an elliptic curve, in as many bytes as the curve has. */
    private static byte[] filled(final ECPrivateKey key) {
        final byte[] bytes = key.getS().toByteArray();
        final byte[] filled = new byte[(key.getParams().getOrder().bitLength() + 7) / 8];
        final int length = Math.min(filled.length, bytes.length);
        System.arraycopy(bytes, bytes.length - length, filled, filled.length - length, length);
        return filled;
    }

    private static PublicKey publicKey(final String family, final byte[] der) throws GeneralSecurityException {
        return KeyFactory.getInstance(family).generatePublic(new X509EncodedKeySpec(der));
    }

    private static PrivateKey privateKey(final String family, final byte[] der) throws GeneralSecurityException {
        return KeyFactory.getInstance(family).generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    private static Signature signature(final Args args) throws GeneralSecurityException {
        final String hash = args.text(2);
        switch (args.text(1)) {
            case "ECDSA":
                return Signature.getInstance(compact(hash) + "withECDSAinP1363Format");
            case "RSA-PSS":
                final Signature signature = Signature.getInstance("RSASSA-PSS");
                signature.setParameter(new PSSParameterSpec(hash, "MGF1", new MGF1ParameterSpec(hash), args.number(3), 1));
                return signature;
            case "RSASSA-PKCS1-v1_5":
                return Signature.getInstance(compact(hash) + "withRSA");
            default:
                return Signature.getInstance(args.text(1));
        }
    }
}
