package io.stepprofiler.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path dir;

    @Test
    void server_withACertificate_isTrustedByItAndSpeaksNothingElse() throws Exception {
        Identity own = identity("server");

        try (ProfilerServer server = ProfilerServer.start(ServerOptions.of(0).certificate(own.chain(), own.key()))) {
            assertThat(codeOf(
                            server,
                            TlsChannelCredentials.newBuilder()
                                    .trustManager(own.chain().toFile())
                                    .build()))
                    .isEqualTo(Status.Code.NOT_FOUND);
            assertThat(codeOf(server, InsecureChannelCredentials.create())).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    @Test
    void clients_thatMustHaveCertificates_areRefusedWithout() throws Exception {
        Identity own = identity("server");
        Identity client = identity("client");
        ServerOptions options =
                ServerOptions.of(0).certificate(own.chain(), own.key()).clients(client.chain());

        try (ProfilerServer server = ProfilerServer.start(options)) {
            TlsChannelCredentials.Builder trusting =
                    TlsChannelCredentials.newBuilder().trustManager(own.chain().toFile());
            assertThat(codeOf(server, trusting.build())).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(codeOf(
                            server,
                            trusting.keyManager(
                                            client.chain().toFile(),
                                            client.key().toFile())
                                    .build()))
                    .isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void key_thatOthersMayRead_isRefused() throws Exception {
        Identity own = identity("server");
        Files.setPosixFilePermissions(own.key(), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).certificate(own.chain(), own.key())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("key = " + own.key());
    }

    private record Identity(Path chain, Path key) {}

    /** A key and a certificate that is signed by itself, made by the JDK's tool. */
    private Identity identity(String name) throws Exception {
        Path store = dir.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve(name + ".log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD.toCharArray());
        }
        Path key = Files.createFile(
                dir.resolve(name + ".key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                key,
                pem("PRIVATE KEY", made.getKey(name, PASSWORD.toCharArray()).getEncoded()));
        Path chain = Files.writeString(
                dir.resolve(name + ".pem"),
                pem("CERTIFICATE", made.getCertificate(name).getEncoded()));
        return new Identity(chain, key);
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded) + "\n-----END " + what
                + "-----\n";
    }

    private static Status.Code codeOf(ProfilerServer server, ChannelCredentials credentials)
            throws InterruptedException {
        ManagedChannel channel = OkHttpChannelBuilder.forAddress("127.0.0.1", server.port(), credentials)
                .build();
        try {
            ProfilerServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(10, TimeUnit.SECONDS)
                    .terminate(TerminateRequest.getDefaultInstance());
            return Status.Code.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus().getCode();
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }
}
