package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DownloadTest {
    private static final String TEXT = "a trace";

    @TempDir
    Path dir;

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(StreamObserver<CaptureEvent> call, CaptureEvent... parts) {
        for (CaptureEvent part : parts) {
            call.onNext(part);
        }
        call.onCompleted();
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(
                        (Consumer<StreamObserver<CaptureEvent>>) call ->
                                send(call, FakeServer.head(TEXT.length(), sha256("another")), FakeServer.chunk(TEXT)),
                        "SHA-256"),
                Arguments.of(
                        (Consumer<StreamObserver<CaptureEvent>>) call ->
                                send(call, FakeServer.head(TEXT.length() + 1, sha256(TEXT)), FakeServer.chunk(TEXT)),
                        "only 7 of 8 bytes were received"),
                Arguments.of(
                        (Consumer<StreamObserver<CaptureEvent>>) call -> send(
                                call, FakeServer.head(3, sha256(TEXT)), FakeServer.chunk(TEXT), FakeServer.chunk(TEXT)),
                        "more than the announced 3 bytes"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void file_notWhatWasSaid_isAnErrorAndNotKept(Consumer<StreamObserver<CaptureEvent>> server, String said)
            throws IOException {
        Path file = dir.resolve("trace.json.gz");
        try (FakeServer fake = new FakeServer(server);
                CaptureClient client = fake.client()) {
            assertThatThrownBy(() -> client.capture(RemoteCapture.ofSteps(1), file, state -> {}))
                    .isInstanceOfSatisfying(
                            CaptureClientException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.DAMAGED))
                    .hasMessageContaining(said);
        }
        try (Stream<Path> left = Files.list(dir)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void file_asSaid_isThere() throws IOException {
        Path file = dir.resolve("trace.json.gz");
        try (FakeServer fake = new FakeServer(call -> send(
                        call,
                        FakeServer.head(14, sha256(TEXT + TEXT)),
                        FakeServer.chunk(TEXT),
                        FakeServer.chunk(TEXT)));
                CaptureClient client = fake.client()) {
            FetchedTrace fetched = client.capture(RemoteCapture.ofSteps(1), file, state -> {});
            assertThat(fetched.bytes()).isEqualTo(14);
        }
        assertThat(file).hasContent(TEXT + TEXT);
    }

    @Test
    void call_endsWithoutAFile_isAnError() throws IOException {
        try (FakeServer fake = new FakeServer(StreamObserver::onCompleted);
                CaptureClient client = fake.client()) {
            assertThatThrownBy(() -> client.capture(RemoteCapture.ofSteps(1), dir.resolve("x"), state -> {}))
                    .hasMessageContaining("ended the call without a file");
        }
    }

    @Test
    void call_endsInTheMiddle_isAnErrorAndNothingIsKept() throws IOException {
        Consumer<StreamObserver<CaptureEvent>> server = call -> {
            call.onNext(FakeServer.head(100, sha256(TEXT)));
            call.onNext(FakeServer.chunk(TEXT));
            call.onError(Status.ABORTED.withDescription("the\ndisk is full").asRuntimeException());
        };
        try (FakeServer fake = new FakeServer(server);
                CaptureClient client = fake.client()) {
            assertThatThrownBy(() -> client.capture(RemoteCapture.ofSteps(1), dir.resolve("x"), state -> {}))
                    .hasMessageEndingWith("the\\u000adisk is full");
        }
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void server_doesNotKnowTheCall_isSaid() throws IOException {
        try (FakeServer fake = new FakeServer(StreamObserver::onCompleted);
                CaptureClient client = fake.client()) {
            assertThatThrownBy(client::status)
                    .isInstanceOfSatisfying(
                            CaptureClientException.class,
                            e -> assertThat(e.kind()).isEqualTo(Kind.NOT_UNDERSTOOD))
                    .hasMessageContaining("does not know this call");
        }
    }
}
