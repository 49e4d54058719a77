package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.capture.client.ProfileCollector.CollectedProfile;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfileToolData;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileCollectorTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    Path dir;

    private static ProfileCollector of(int port) {
        return new ProfileCollector("127.0.0.1", port, ClientOptions.DEFAULT);
    }

    private static ProfileResponse.Builder data(String name, String bytes) {
        return ProfileResponse.newBuilder().addToolData(tool(name, ByteString.copyFromUtf8(bytes)));
    }

    private static ProfileToolData.Builder tool(String name, ByteString bytes) {
        return ProfileToolData.newBuilder().setName(name).setData(bytes);
    }

    /** An XSpace without planes, of one name of a host. */
    private static ByteString ofHost(String name) {
        return ByteString.copyFromUtf8("\"" + (char) name.length() + name);
    }

    private CollectedProfile collect(FakeProfilerService.Answer answer) throws IOException {
        try (FakeProfilerService server = new FakeProfilerService(answer)) {
            return of(server.port()).collect(SHORT, dir);
        }
    }

    private void fails(Kind kind, String said, FakeProfilerService.Answer answer) throws IOException {
        assertThatThrownBy(() -> collect(answer))
                .hasMessageContaining(said)
                .isInstanceOfSatisfying(
                        CaptureClientException.class, e -> assertThat(e.kind()).isEqualTo(kind));
        try (Stream<Path> sessions = Files.list(dir.resolve("plugins").resolve("profile"))) {
            assertThat(sessions).isEmpty();
        }
    }

    @Test
    void collect_ofOurServer_writesASessionThatCanBeRead() throws IOException {
        try (SteppingJob job = new SteppingJob()) {
            CollectedProfile profile = of(job.port()).collect(Duration.ofMillis(200), dir);
            assertThat(profile.byServer()).isFalse();
            assertThat(profile.bytes()).isEqualTo(Files.size(profile.file()));
            assertThat(profile.file().getFileName()).hasToString("127.0.0.1_" + job.port() + ".xplane.pb");
            assertThat(profile.file().getParent().getParent())
                    .isEqualTo(dir.resolve("plugins").resolve("profile"));
            assertThat(Traces.read(profile.file()).steps()).isNotEmpty();
        }
    }

    @Test
    void collect_request_saysWhatTheRealClientsSay() throws IOException {
        try (FakeProfilerService server = new FakeProfilerService(request -> ProfileResponse.newBuilder()
                .addToolData(tool("xplane.pb", ofHost("a")))
                .build())) {
            Path file = of(server.port()).collect(SHORT, dir).file();
            ProfileRequest request = server.requests().get(0);
            assertThat(request.getDurationMs()).isEqualTo(50);
            assertThat(request.getOpts().getDurationMs()).isEqualTo(50);
            assertThat(request.getOpts().getVersion()).isOne();
            assertThat(request.getToolsList()).containsExactly("xplane.pb");
            assertThat(Path.of(
                            request.getRepositoryRoot(), request.getSessionId(), request.getHostName() + ".xplane.pb"))
                    .isEqualTo(file);
        }
    }

    @Test
    void collect_namesOfTheServer_areNoPaths() throws IOException {
        ProfileResponse reply = data("../../../evil.xplane.pb", "evil")
                .addToolData(tool("xplane.pb", ofHost("good")))
                .build();
        Path written = collect(request -> reply).file();
        assertThat(written).hasBinaryContent(ofHost("good").toByteArray());
        try (Stream<Path> files = Files.walk(dir)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(written);
        }
    }

    @Test
    void collect_xspaceWithoutTools_isWritten() throws IOException {
        ProfileResponse reply =
                ProfileResponse.newBuilder().setXspace(ofHost("space")).build();
        assertThat(collect(request -> reply).file())
                .hasBinaryContent(ofHost("space").toByteArray());
    }

    @Test
    void collect_serverWritesItself_isSaid() throws IOException {
        CollectedProfile profile = collect(request -> {
            Path session = Path.of(request.getRepositoryRoot(), request.getSessionId());
            Files.write(
                    session.resolve(request.getHostName() + ".xplane.pb"),
                    ofHost("by the server").toByteArray());
            return ProfileResponse.getDefaultInstance();
        });
        assertThat(profile.byServer()).isTrue();
        assertThat(profile.bytes()).isEqualTo(15);
        assertThat(profile.file()).hasBinaryContent(ofHost("by the server").toByteArray());
    }

    /** Texts, among them a plane that is none, and a message of other fields. */
    @ParameterizedTest
    @ValueSource(strings = {"17 bytes: no data", "\n\4none", "\n\100\22\1a", "*\2ok", "\0"})
    void collect_replyThatIsNoProfile_isRefusedAndLeavesNoFile(String bytes) throws IOException {
        String said = "the server did not send a profile: " + bytes.length() + " bytes that are not an XSpace";
        fails(Kind.NOT_UNDERSTOOD, said, request -> data("xplane.pb", bytes).build());
        fails(
                Kind.NOT_UNDERSTOOD,
                said,
                request -> ProfileResponse.newBuilder()
                        .setXspace(ByteString.copyFromUtf8(bytes))
                        .build());
    }

    /** An echo: what it answers are the fields of a request. */
    @Test
    void collect_answerThatIsNoReply_isRefused() throws Exception {
        Server echo = OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
                .addService(ServerServiceDefinition.builder(ProfilerServiceGrpc.SERVICE_NAME)
                        .addMethod(
                                ProfilerServiceGrpc.getProfileMethod().toBuilder(
                                                ProtoUtils.marshaller(ProfileRequest.getDefaultInstance()),
                                                ProtoUtils.marshaller(ProfileRequest.getDefaultInstance()))
                                        .build(),
                                ServerCalls.asyncUnaryCall((request, call) -> {
                                    call.onNext(request);
                                    call.onCompleted();
                                }))
                        .build())
                .build()
                .start();
        try {
            assertThatThrownBy(() -> of(echo.getPort()).collect(SHORT, dir))
                    .hasMessageEndingWith(": the server answers, but not like a tensorflow.ProfilerService");
        } finally {
            echo.shutdownNow();
        }
    }

    @Test
    void collect_serverWritesAnEmptyFile_isNoProfile() {
        assertThatThrownBy(() -> collect(request -> {
                    Path session = Path.of(request.getRepositoryRoot(), request.getSessionId());
                    Files.createFile(session.resolve(request.getHostName() + ".xplane.pb"));
                    return ProfileResponse.getDefaultInstance();
                }))
                .hasMessageContaining("the server did not write a profile: " + dir);
    }

    /** What servers say whose port was taken for that of a profiler. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 400 Bad request syntax\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", ""})
    void collect_portOfAnotherServer_isRefusedAndLeavesNoFile(String greeting) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket caller = other.accept()) {
                    caller.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
                    caller.shutdownOutput();
                    caller.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            answering.start();
            assertThatThrownBy(() -> of(other.getLocalPort()).collect(SHORT, dir))
                    .isInstanceOfSatisfying(
                            CaptureClientException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE))
                    .hasMessageContaining(
                            greeting.isEmpty() ? "the connection ended" : "the other side is not a gRPC server");
            answering.join();
        }
        try (Stream<Path> files = Files.walk(dir)) {
            assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void collect_nothingSentAndNothingWritten_saysWhereItMayBe() throws IOException {
        fails(
                Kind.FAILED,
                "JAX's own server writes the file itself, on its machine",
                request -> ProfileResponse.getDefaultInstance());
    }

    @Test
    void collect_emptyTrace_isTriedThreeTimes() throws IOException {
        try (FakeProfilerService server = new FakeProfilerService(
                request -> ProfileResponse.newBuilder().setEmptyTrace(true).build())) {
            assertThatThrownBy(() -> of(server.port()).collect(SHORT, dir))
                    .hasMessageContaining("nothing was recorded");
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void collect_longReply_isRefused() throws IOException {
        ProfileResponse reply = data("xplane.pb", "x".repeat(2 * MEBIBYTE)).build();
        try (FakeProfilerService server = new FakeProfilerService(request -> reply)) {
            ProfileCollector small = new ProfileCollector("127.0.0.1", server.port(), ClientOptions.DEFAULT, MEBIBYTE);
            assertThatThrownBy(() -> small.collect(SHORT, dir))
                    .hasMessageContaining("the profile has more than 1.00 MiB, the limit of this client");
        }
    }

    @Test
    void collect_failures_areSentences() throws IOException {
        fails(Kind.BUSY, "somebody else records", request -> {
            throw Status.RESOURCE_EXHAUSTED
                    .withDescription("somebody else records")
                    .asException();
        });
        fails(Kind.NOT_UNDERSTOOD, "has no tensorflow.ProfilerService", request -> {
            throw Status.UNIMPLEMENTED.asException();
        });
        assertThatThrownBy(() -> of(1).collect(SHORT, dir)).hasMessageContaining("127.0.0.1:1: no server answers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0001S", "PT24H1S"})
    void collect_durationOutOfRange_isRefused(String duration) {
        assertThatThrownBy(() -> of(1).collect(Duration.parse(duration), dir))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be 1 ms to");
        assertThat(dir).isEmptyDirectory();
    }
}
