package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.delivery.SynchronousDelivery;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.LastSteps;
import io.stepprofiler.window.SnapshotRequest;
import io.stepprofiler.window.SnapshotRequests;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SnapshotSubmissionTest {
    /** Cannot be cut out of any trace. */
    private static final LastSteps.Range BACKWARDS = new LastSteps.Range(2, 1);

    private final SnapshotRequests requests = new SnapshotRequests();
    private final AwaitedSnapshots snapshots = new AwaitedSnapshots();
    private final Failures failures = new Failures(System.getLogger("test"));
    private final SnapshotRequest request =
            Objects.requireNonNull(requests.ask("because", new SnapshotRequest.End(1, false)));
    private final CompletableFuture<Trace> awaited = snapshots.answerTo(request, Duration.ofDays(1));

    private SnapshotSubmission submission(LastSteps.Range range) {
        requests.begin();
        return new SnapshotSubmission(new TraceBuilder().build(), 1, range, request, requests);
    }

    @Test
    void snapshot_thatCannotBePutTogether_failsAtOnceAndSaysWhy() {
        new SynchronousDelivery(List.of(), new ProfileResults(false, false, () -> {}, failures))
                .submit(submission(BACKWARDS));
        await().until(awaited::isCompletedExceptionally);
        assertThatThrownBy(awaited::join)
                .hasCauseInstanceOf(CaptureException.class)
                .hasMessageContaining("A snapshot could not be put together: ")
                .hasMessageContaining("IllegalArgumentException");
        assertThat(failures.list())
                .extracting(ProfileFailure::kind)
                .containsExactly(ProfileFailure.Kind.RECORDING_FAILED);
    }

    @Test
    void snapshot_thatTheEndOfTheWindowHasTakenOver_isNotLost() {
        SnapshotSubmission submission = submission(LastSteps.Range.ALL);
        requests.takeOver();
        submission.notAssembled(new OutOfMemoryError());
        assertThat(request.loss()).isNull();
        assertThat(awaited).isNotDone();
    }

    @Test
    void snapshot_thatIsLostBeforeItIsBegun_isNotForTheEndOfTheWindow() {
        SnapshotSubmission submission = submission(LastSteps.Range.ALL);
        submission.notAssembled(new OutOfMemoryError());
        await().until(awaited::isCompletedExceptionally);
        assertThat(requests.takeOver()).isNull();
    }

    @Test
    void snapshot_thatIsAnswered_isNotLostAfterwards() {
        SnapshotSubmission submission = submission(LastSteps.Range.ALL);
        assertThat(submission.claim()).isTrue();
        submission.assemble();
        submission.notAssembled(new OutOfMemoryError());
        assertThat(request.loss()).isNull();
    }
}
