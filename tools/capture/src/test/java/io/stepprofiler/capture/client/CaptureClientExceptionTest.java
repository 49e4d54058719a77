package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import io.stepprofiler.capture.proto.v1.CaptureProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureClientExceptionTest {
    private static final Path FILE = Path.of("file");

    private static CaptureClientException of(Status status) {
        return CaptureClientException.of(new StatusRuntimeException(status), "gpu1:9012", ClientOptions.DEFAULT, true);
    }

    @Test
    void of_bytesThatAreNoHttp2_isThatNoServerOfGrpcAnswers() {
        CaptureClientException exception = of(Status.INTERNAL
                .withDescription("error in frame handler")
                .withCause(new IOException("FRAME_SIZE_ERROR: 1377027")));
        assertThat(exception.kind()).isEqualTo(CaptureClientException.Kind.UNREACHABLE);
        assertThat(exception)
                .hasMessage("gpu1:9012: the other side is not a gRPC server, or the server requires TLS and its"
                        + " certificate is not given (FRAME_SIZE_ERROR: 1377027)");
    }

    @Test
    void of_anErrorThatTheServerTells_isAFailure() {
        CaptureClientException exception = of(Status.INTERNAL.withDescription("the disk is full"));
        assertThat(exception.kind()).isEqualTo(CaptureClientException.Kind.FAILED);
        assertThat(exception).hasMessage("gpu1:9012: the disk is full");
    }

    @Test
    void of_aDeadline_isThatNoAnswerCameInTime_withoutTheInnerWorks() {
        assertThat(of(Status.DEADLINE_EXCEEDED.withDescription(
                        "CallOptions deadline exceeded after 9.9s. Name resolution delay 0.0 seconds. [closed=[]]")))
                .hasMessage("gpu1:9012: no answer came in time");
        assertThat(of(Status.DEADLINE_EXCEEDED.withDescription("The client received no data for PT1M")))
                .hasMessage("gpu1:9012: no answer came in time (The client received no data for PT1M)");
    }

    @Test
    void of_aConnectionThatEndsBeforeAnyAnswer_isAlsoThatOfAServerWithTls() {
        Status ended = Status.UNAVAILABLE.withDescription("End of stream or IOException");
        assertThat(of(ended)).hasMessage("gpu1:9012: the connection ended, as it does if the program dies");
        assertThat(beforeAnyAnswer(ended, ClientOptions.DEFAULT))
                .hasMessageEndingWith(
                        "if the program dies, or if the server requires TLS and its certificate is not given");
        assertThat(beforeAnyAnswer(ended, ClientOptions.DEFAULT.withCertificate(FILE)))
                .hasMessageEndingWith("if the program dies, or if the server requires client certificates");
    }

    @Test
    void capture_whoseConnectionEndsAfterItsFirstNews_isNotTakenForOneToAServerWithTls() throws Exception {
        List<CaptureState> seen = new ArrayList<>();
        // What a client sees of a process that dies.
        Status ended = Status.UNAVAILABLE.withDescription("End of stream or IOException");
        try (FakeServer fake = new FakeServer(call -> {
                    call.onNext(CaptureEvent.newBuilder()
                            .setProgress(CaptureProgress.getDefaultInstance())
                            .build());
                    call.onError(ended.asRuntimeException());
                });
                CaptureClient client = fake.client()) {
            assertThatThrownBy(() -> client.capture(RemoteCapture.ofSteps(1), FILE, seen::add))
                    .hasMessageEndingWith(": the connection ended, as it does if the program dies");
        }
        assertThat(seen).hasSize(1);
    }

    @Test
    void of_aRefusal_saysWhetherATokenWasGiven() {
        assertThat(beforeAnyAnswer(Status.UNAUTHENTICATED, ClientOptions.DEFAULT.withToken(FILE)))
                .hasMessage("gpu1:9012: the server requires another token");
        assertThat(beforeAnyAnswer(Status.UNAUTHENTICATED, ClientOptions.DEFAULT))
                .hasMessage("gpu1:9012: the server requires a token: run stepprof as the user of its process, on its"
                        + " machine, or give a copy of the token (--token-file)");
    }

    private static CaptureClientException beforeAnyAnswer(Status status, ClientOptions options) {
        return CaptureClientException.of(new StatusRuntimeException(status), "gpu1:9012", options, false);
    }
}
