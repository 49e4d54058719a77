package io.stepprofiler.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.tensorflow.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    @Test
    void server_withACertificate_isTrustedByItAndSpeaksNothingElse() throws Exception {
        Identity own = Identity.of("server");

        try (ProfilerServer server = ProfilerServer.start(ServerOptions.of(0).certificate(own.chain(), own.key()))) {
            assertThat(codeOf(
                            server,
                            TlsChannelCredentials.newBuilder()
                                    .trustManager(own.chain().toFile())
                                    .build()))
                    .isEqualTo(Status.Code.NOT_FOUND);
            // What TLS says of it is either not heard, or is no HTTP/2.
            assertThat(codeOf(server, InsecureChannelCredentials.create()))
                    .isIn(Status.Code.UNAVAILABLE, Status.Code.INTERNAL);
        }
    }

    @Test
    void clients_thatMustHaveCertificates_areRefusedWithout() throws Exception {
        Identity own = Identity.of("server");
        Identity client = Identity.of("client");
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
    void captureClient_withTokenAndCertificate_isLetInAndNotWithoutEither(@TempDir Path dir) throws Exception {
        Identity own = Identity.of("server");
        Path token = Files.createFile(
                dir.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "a-token-of-32-visible-characters");
        Path other = Files.createFile(
                dir.resolve("other"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(other, "another-token-of-visible-letters");
        ServerOptions options =
                ServerOptions.of(0).certificate(own.chain(), own.key()).tokenFile(token);
        ClientOptions trusting = ClientOptions.DEFAULT.withCertificate(own.chain());

        try (ProfilerServer server = ProfilerServer.start(options)) {
            assertThat(kind(server, trusting.withToken(token))).isEmpty();
            assertThat(kind(server, trusting)).contains(CaptureClientException.Kind.DENIED);
            assertThat(kind(server, trusting.withToken(other))).contains(CaptureClientException.Kind.DENIED);
            assertThat(kind(server, ClientOptions.DEFAULT.withToken(token)))
                    .contains(CaptureClientException.Kind.UNREACHABLE);
            assertThat(kind(
                            server,
                            ClientOptions.DEFAULT
                                    .withCertificate(Identity.of("client").chain())
                                    .withToken(token)))
                    .contains(CaptureClientException.Kind.UNREACHABLE);
        }
    }

    /** How a client fails, if it does. */
    private static Optional<CaptureClientException.Kind> kind(ProfilerServer server, ClientOptions options)
            throws IOException {
        try (CaptureClient client = CaptureClient.connect("127.0.0.1", server.port(), options)) {
            client.status();
            return Optional.empty();
        } catch (CaptureClientException e) {
            return Optional.of(e.kind());
        }
    }

    @Test
    void key_thatOthersMayRead_isRefused(@TempDir Path dir) throws Exception {
        Identity own = Identity.of("server");
        Path open = Files.copy(own.key(), dir.resolve("open.key"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).certificate(own.chain(), open)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("key = " + open);
    }

    @Test
    void key_ofAnotherCertificate_isRefused() {
        Identity own = Identity.of("server");
        Identity other = Identity.of("client");

        assertThatThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).certificate(own.chain(), other.key())))
                .isInstanceOf(IOException.class)
                .hasMessage("key = " + other.key() + " is not the key of certificate = " + own.chain());
    }

    private static Status.Code codeOf(ProfilerServer server, ChannelCredentials credentials) {
        return Connection.codeOf("127.0.0.1", server, credentials);
    }
}
