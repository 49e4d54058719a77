package io.stepprofiler.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A key of 127.0.0.1, and its certificate, which is signed by itself. Made by the JDK's tool, which takes a while: once
 * for all tests.
 *
 * @param chain file of the certificate, which others may trust
 * @param key file of the key
 */
public record Identity(Path chain, Path key) {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Map<String, Identity> MADE = new ConcurrentHashMap<>();

    /** The one of this name. */
    public static Identity of(String name) {
        return MADE.computeIfAbsent(name, Identity::make);
    }

    private static Identity make(String name) {
        try {
            Path dir = Files.createTempDirectory("identity-");
            Path store = dir.resolve("store.p12");
            run(store, name);
            KeyStore made = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                made.load(in, PASSWORD);
            }
            Files.delete(store);
            Path key = Files.createFile(
                    dir.resolve("key.pem"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    key, pem("PRIVATE KEY", made.getKey(name, PASSWORD).getEncoded()));
            Path chain = Files.writeString(
                    dir.resolve("chain.pem"),
                    pem("CERTIFICATE", made.getCertificate(name).getEncoded()));
            // In the opposite order.
            dir.toFile().deleteOnExit();
            key.toFile().deleteOnExit();
            chain.toFile().deleteOnExit();
            return new Identity(chain, key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(Path store, String name) throws IOException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int code = keytool.onExit().join().exitValue();
        if (code != 0) {
            throw new IOException("keytool failed with " + code);
        }
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded) + "\n-----END " + what
                + "-----\n";
    }
}
