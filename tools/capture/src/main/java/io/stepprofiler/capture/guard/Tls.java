package io.stepprofiler.capture.guard;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.util.CertificateUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS credentials of a server: its certificate, and the authorities of client certificates if these are required. */
public final class Tls {
    private static final char[] NO_PASSWORD = {};
    private static final Map<String, String> SIGNATURES = Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

    private Tls() {}

    /**
     * {@return credentials from files}
     *
     * @param chain the server's certificate chain, PEM
     * @param key key of the certificate, PEM; only its owner may have access to it
     * @param clients certificates, PEM; one of them must have signed a client's certificate; empty if clients need none
     * @throws IOException if a file cannot be read or is invalid, naming it
     */
    public static ServerCredentials of(Path chain, Path key, Optional<Path> clients) throws IOException {
        OwnersFile.check(key, "key");
        try {
            KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
            own.load(null, null);
            PrivateKey secret = privateKey(key);
            X509Certificate[] shown = certificates(chain);
            if (!isKeyOf(shown[0].getPublicKey(), secret)) {
                throw new IOException("key = " + key + " is not the key of certificate = " + chain);
            }
            own.setKeyEntry("server", secret, NO_PASSWORD, shown);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            TlsServerCredentials.Builder credentials =
                    TlsServerCredentials.newBuilder().keyManager(keys.getKeyManagers());
            if (clients.isPresent()) {
                credentials.trustManager(trust(clients.get())).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
            }
            return credentials.build();
        } catch (GeneralSecurityException e) {
            throw new IOException("certificate = " + chain + " and key = " + key + " cannot be used: " + e, e);
        }
    }

    /** True if the public key verifies a signature of the private key: else every handshake would fail. */
    private static boolean isKeyOf(PublicKey known, PrivateKey secret) throws GeneralSecurityException {
        String algorithm = SIGNATURES.get(secret.getAlgorithm());
        if (algorithm == null || !known.getAlgorithm().equals(secret.getAlgorithm())) {
            return algorithm == null;
        }
        byte[] text = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(known);
        signature.update(text);
        return signature.verify(signed);
    }

    private static PrivateKey privateKey(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateUtils.getPrivateKey(in);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IOException("key = " + file + " is not a PEM key (PKCS 8)", e);
        }
    }

    private static X509Certificate[] certificates(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            X509Certificate[] found = CertificateUtils.getX509Certificates(in);
            if (found.length == 0) {
                throw new IOException("certificate = " + file + " has no PEM certificate");
            }
            return found;
        }
    }

    private static TrustManager[] trust(Path authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        for (X509Certificate authority : certificates(authorities)) {
            trusted.setCertificateEntry("client" + trusted.size(), authority);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust.getTrustManagers();
    }
}
