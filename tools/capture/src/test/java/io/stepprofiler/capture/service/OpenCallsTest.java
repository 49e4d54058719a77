package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.stepprofiler.capture.proto.v1.CaptureEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private final OpenCalls calls = new OpenCalls(Duration.ofMillis(50));
    private final SlowCall call = new SlowCall();
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final ReplyStream out = new ReplyStream(call, () -> ends.add("left"));

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void client_thatTakesNothing_losesItsCall() {
        out.news(CaptureEvent.getDefaultInstance());
        calls.watch(out, () -> {}, () -> {});

        await().until(out::isEnded);

        await().untilAsserted(() -> assertThat(ends).containsExactly("left"));
        assertThat(Status.fromThrowable(call.error).getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    }

    @Test
    void call_withNothingToTake_staysUntilTheServerEnds() {
        List<String> told = new ArrayList<>();
        calls.watch(out, () -> {}, () -> told.add("finish"));

        calls.finish(Duration.ofMillis(300));

        assertThat(told).containsExactly("finish");
        assertThat(out.isEnded()).isFalse();
        calls.close();
        assertThat(out.isEnded()).isTrue();
        assertThat(Status.fromThrowable(call.error).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
}
