package io.stepprofiler.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.stepprofiler.Captures;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import io.stepprofiler.capture.proto.tensorflow.TerminateResponse;
import io.stepprofiler.capture.tensorflow.Connection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that misbehave, and a server that answers others afterwards. */
class HostileClientsTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** HTTP/2's preface, and a frame of settings without any. */
    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);

    private static final String TOKEN = "a-token-of-32-visible-characters";

    @Test
    void connections_aThousandAtOnce_areClosedBeyondTheLimit() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(0)) {
            List<Socket> sockets = new ArrayList<>();
            try {
                for (int i = 0; i < 1000; i++) {
                    sockets.add(connect(server));
                }
                int most = ServerOptions.of(0).maxConnections;
                await().until(() -> server.refusedConnections() >= 1000 - most);
            } finally {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
            await().until(() -> codeOf(server, "") == Status.Code.NOT_FOUND);
        }
    }

    @Test
    void client_thatSaysNothing_isClosed() throws Exception {
        try (ProfilerServer server = impatient();
                Socket silent = connect(server)) {
            assertThat(isClosed(silent)).isTrue();
        }
    }

    @Test
    void client_thatSaysALittleAtATime_isClosed() throws Exception {
        try (ProfilerServer server = impatient();
                Socket slow = connect(server)) {
            // Never the whole of what a connection begins with, so that it has not begun.
            InputStream preface = new ByteArrayInputStream(PREFACE, 0, 20);
            await().pollInterval(Duration.ofMillis(20)).until(() -> {
                int next = preface.read();
                return next < 0 || !takes(slow, (byte) next);
            });

            assertThat(isClosed(slow)).isTrue();
        }
    }

    private static boolean takes(Socket socket, byte... next) {
        try {
            socket.getOutputStream().write(next);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void connection_withoutCalls_givesRoomAfterTheIdleTime() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(
                        ServerOptions.of(0).maxConnections(1).idleTime(Duration.ofSeconds(1)));
                Socket held = connect(server)) {
            held.getOutputStream().write(PREFACE);

            assertThat(isClosed(held)).isTrue();
            await().until(() -> codeOf(server, "") == Status.Code.NOT_FOUND);
        }
    }

    @Test
    void connection_thatIsAnswered_givesNoRoomToAnother() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(ServerOptions.of(0).maxConnections(1));
                Connection first = Connection.to(server)) {
            var profile = ProfilerServiceGrpc.newFutureStub(first.channel())
                    .profile(ProfileRequest.newBuilder()
                            .setDurationMs(60_000)
                            .setSessionId("first")
                            .build());
            await().until(() -> Captures.current().isPresent());

            assertThat(codeOf(server, "")).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(profile.isDone()).isFalse();
            first.stub()
                    .terminate(
                            TerminateRequest.newBuilder().setSessionId("first").build());
            assertThat(profile.get(20, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void call_thatNeverSendsItsMessage_isEnded() throws Exception {
        try (ProfilerServer server = impatient();
                Connection connection = Connection.to(server)) {
            // Headers of a call that is to send one message are not sent before it; those of one of several are.
            MethodDescriptor<TerminateRequest, TerminateResponse> method =
                    ProfilerServiceGrpc.getTerminateMethod().toBuilder()
                            .setType(MethodDescriptor.MethodType.CLIENT_STREAMING)
                            .build();
            ClientCall<TerminateRequest, TerminateResponse> call =
                    connection.channel().newCall(method, CallOptions.DEFAULT);
            Ended<TerminateResponse> ended = new Ended<>();
            call.start(ended, new Metadata());
            call.request(1);

            assertThat(ended.status)
                    .succeedsWithin(Duration.ofSeconds(20))
                    .extracting(Status::getCode)
                    .isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        }
    }

    private static final class Ended<A> extends ClientCall.Listener<A> {
        private final CompletableFuture<Status> status = new CompletableFuture<>();

        @Override
        public void onClose(Status ended, Metadata trailers) {
            status.complete(ended);
        }
    }

    @Test
    void message_longerThanAllowed_isRefused() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(0);
                Connection connection = Connection.to(server)) {
            ProfileRequest huge = ProfileRequest.newBuilder()
                    .setDurationMs(1)
                    .setHostName("x".repeat(1 << 20))
                    .build();
            assertThat(Connection.codeOf(() -> connection.stub().profile(huge))).isNotEqualTo(Status.Code.OK);
            assertThat(codeOf(server, "")).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void message_thatIsNone_isRefused() throws Exception {
        try (ProfilerServer server = ProfilerServer.start(0);
                Connection connection = Connection.to(server)) {
            MethodDescriptor<byte[], byte[]> method = MethodDescriptor.<byte[], byte[]>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("tensorflow.ProfilerService/Profile")
                    .setRequestMarshaller(new Bytes())
                    .setResponseMarshaller(new Bytes())
                    .build();
            byte[] nonsense = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 3};
            assertThat(Connection.codeOf(() ->
                            ClientCalls.blockingUnaryCall(connection.channel(), method, CallOptions.DEFAULT, nonsense)))
                    .isNotEqualTo(Status.Code.OK);
            assertThat(codeOf(server, "")).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void token_right_isLetIn(@TempDir Path dir) throws Exception {
        try (ProfilerServer server = ProfilerServer.start(ServerOptions.of(0).tokenFile(token(dir)))) {
            assertThat(codeOf(server, "Bearer " + TOKEN)).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(codeOf(server, "bearer " + TOKEN)).isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer wrong", TOKEN, "Bearer " + TOKEN + "x", "Basic " + TOKEN})
    void token_wrong_isRefused(String authorization, @TempDir Path dir) throws Exception {
        try (ProfilerServer server = ProfilerServer.start(ServerOptions.of(0).tokenFile(token(dir)))) {
            assertThat(codeOf(server, authorization)).isEqualTo(Status.Code.UNAUTHENTICATED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "rw----r--"})
    void tokenFile_thatOthersMayReadOrWrite_isRefused(String permissions, @TempDir Path dir) throws Exception {
        Path file = token(dir);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

        assertThatThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).tokenFile(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(permissions)
                .hasMessageNotContaining(TOKEN);
        assertThat(ProfilerServer.running()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "one two three four five six"})
    void tokenFile_withoutToken_isRefusedWithoutItsContents(String contents, @TempDir Path dir) throws Exception {
        Path file = token(dir);
        Files.writeString(file, contents);

        assertThatThrownBy(() -> ProfilerServer.start(ServerOptions.of(0).tokenFile(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("16 to 4096 visible ASCII characters")
                .hasMessageNotContaining("short")
                .hasMessageNotContaining("three");
    }

    private static Path token(Path dir) throws IOException {
        Path file = Files.createFile(
                dir.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, TOKEN + "\n", StandardCharsets.US_ASCII);
    }

    private static ProfilerServer impatient() throws IOException {
        return ProfilerServer.start(ServerOptions.of(0).requestTime(Duration.ofMillis(200)));
    }

    private static Socket connect(ProfilerServer server) throws IOException {
        return new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
    }

    /** Reads until the other side closes, for some seconds at most. */
    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        try {
            while (socket.getInputStream().read() >= 0) {
                // What it said before.
            }
            return true;
        } catch (SocketException e) {
            return true;
        }
    }

    private static Status.Code codeOf(ProfilerServer server, String authorization) {
        Metadata headers = new Metadata();
        if (!authorization.isEmpty()) {
            headers.put(AUTHORIZATION, authorization);
        }
        try (Connection connection = Connection.to(server)) {
            return Connection.codeOf(() -> connection
                    .stub()
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                    .terminate(TerminateRequest.getDefaultInstance()));
        }
    }
}
