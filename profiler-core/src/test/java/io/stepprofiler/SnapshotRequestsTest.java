package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.SnapshotRequest;
import io.stepprofiler.window.SnapshotRequests;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SnapshotRequestsTest {
    private static final SnapshotRequest.End SIXTH = new SnapshotRequest.End(6, true);
    private static final SnapshotRequest.End SEVENTH = new SnapshotRequest.End(7, false);
    private static final SnapshotRequest.End EIGHTH = new SnapshotRequest.End(8, true);

    private final SnapshotRequests requests = new SnapshotRequests();

    private static Trace trace() {
        return new TraceBuilder().build();
    }

    @Test
    void ask_beforeTheFirstIsBegun_joinsReasonsAndSteps() {
        SnapshotRequest first = requests.ask("slow", SEVENTH);
        assertThat(requests.ask("not finite", SIXTH)).isSameAs(first);
        assertThat(requests.ask("by hand", EIGHTH)).isSameAs(first);
        assertThat(requests.ask("slow", SEVENTH)).isSameAs(first);
        assertThat(first.reason()).isEqualTo("slow; not finite; by hand");
        assertThat(first.first()).isEqualTo(SIXTH);
        assertThat(first.last()).isEqualTo(EIGHTH);
    }

    @Test
    void ask_afterTheFirstIsBegun_isAnother() {
        SnapshotRequest first = requests.ask("first", SIXTH);
        assertThat(requests.begin()).isSameAs(first);
        SnapshotRequest second = requests.ask("second", SEVENTH);
        assertThat(second).isNotSameAs(first);
        first.answer(trace());
        assertThat(second.answer()).isNull();
    }

    @Test
    void ask_forManyReasons_namesSomeAndCountsTheOthers() {
        for (int i = 0; i < 20; i++) {
            requests.ask("reason " + i, SIXTH);
        }
        assertThat(Objects.requireNonNull(requests.begin()).reason())
                .startsWith("reason 0; reason 1; ")
                .endsWith("; reason 7; 12 more");
    }

    @Test
    void takeOver_ofBegunAndWaiting_answersAll() {
        SnapshotRequest begun = requests.ask("begun", SIXTH);
        requests.begin();
        SnapshotRequest waiting = requests.ask("waiting", SEVENTH);
        SnapshotRequest all = Objects.requireNonNull(requests.takeOver());
        assertThat(all.reason()).isEqualTo("begun; waiting");
        assertThat(all.first()).isEqualTo(SIXTH);
        assertThat(all.last()).isEqualTo(SEVENTH);
        assertThat(requests.settle(begun)).isFalse();
        assertThat(requests.isAnyOpen()).isFalse();

        Trace trace = trace();
        all.answer(trace);
        assertThat(begun.answer()).isSameAs(trace);
        assertThat(waiting.answer()).isSameAs(trace);
    }

    @Test
    void ask_afterTheEnd_isNull() {
        requests.takeOver();
        assertThat(requests.ask("late", SIXTH)).isNull();
        assertThat(requests.isAnyOpen()).isFalse();
    }

    @Test
    void endUnlessOpen_withNoneOpen_letsNoMoreBeAskedFor() {
        assertThat(requests.endUnlessOpen()).isTrue();
        assertThat(requests.ask("late", SIXTH)).isNull();
    }

    @Test
    void endUnlessOpen_withOneThatIsOpen_changesNothing() {
        SnapshotRequest open = requests.ask("in time", SIXTH);
        assertThat(requests.endUnlessOpen()).isFalse();
        assertThat(requests.begin()).isSameAs(open);
        assertThat(requests.endUnlessOpen()).isFalse();
        assertThat(requests.settle(open)).isTrue();
        assertThat(requests.endUnlessOpen()).isTrue();
    }

    @Test
    void takeOver_ofNone_isNull() {
        SnapshotRequest settled = requests.ask("settled", SIXTH);
        requests.begin();
        assertThat(requests.settle(settled)).isTrue();
        assertThat(requests.takeOver()).isNull();
    }

    @Test
    void awaitNone_whileOneIsOpen_isFalse() {
        SnapshotRequest open = requests.ask("open", SIXTH);
        assertThat(requests.awaitNone(Duration.ZERO)).isFalse();
        requests.begin();
        assertThat(requests.awaitNone(Duration.ZERO)).isFalse();
        requests.settle(open);
        assertThat(requests.awaitNone(Duration.ZERO)).isTrue();
    }

    @Test
    void awaitNone_untilItIsTakenOver_returns() throws Exception {
        requests.ask("open", SIXTH);
        Thread end = new Thread(requests::takeOver);
        end.start();
        assertThat(requests.awaitNone(Duration.ofMinutes(1))).isTrue();
        end.join();
    }
}
