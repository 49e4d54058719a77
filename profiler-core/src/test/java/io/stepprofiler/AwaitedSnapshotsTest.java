package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.SnapshotRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AwaitedSnapshotsTest {
    private final AwaitedSnapshots snapshots = new AwaitedSnapshots();
    private final SnapshotRequest request = SnapshotRequest.all("a look");
    private final Trace trace = new TraceBuilder().build();

    @Test
    void answer_thatOthersHaveNotBeenToldOf_isNotGiven() {
        request.answer(trace);
        CompletableFuture<Trace> awaited = snapshots.answerTo(request, Duration.ofMinutes(1));
        assertThat(awaited).isNotDone();

        snapshots.give(trace);
        assertThat(awaited.join()).isSameAs(trace);
    }

    @Test
    void answer_thatWasToldOfBeforeAnybodyWaits_isGivenAtOnce() {
        request.answer(trace);
        snapshots.give(trace);
        assertThat(snapshots.answerTo(request, Duration.ofMinutes(1))).isCompletedWithValue(trace);
    }

    @Test
    void answer_toAnotherRequest_isGivenToNobodyElse() {
        CompletableFuture<Trace> awaited = snapshots.answerTo(request, Duration.ofMinutes(1));
        snapshots.give(trace);
        assertThat(awaited).isNotDone();
    }
}
