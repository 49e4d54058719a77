package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.StepMarks;
import io.stepprofiler.recording.Window;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class StepScopeTest {
    private static List<Long> numbers(Trace trace) {
        return trace.steps().stream().map(StepMark::number).toList();
    }

    @Test
    @SuppressWarnings("try") // The scope variables are there to be closed.
    void steps_withoutSchedule_areMarksAroundTheirScopes() {
        Trace trace = Recorded.trace(() -> {
            for (long step = 40; step < 43; step++) {
                try (StepScope scope = StepScope.open("train", step)) {
                    scope.scope().arg("batch", step);
                    Scope.open("inner").close();
                }
            }
        });
        assertThat(numbers(trace)).containsExactly(40L, 41L, 42L);
        StepMark first = trace.steps().get(0);
        TraceEvent scope = Recorded.event(trace, "train");
        assertThat(first.startNanos()).isLessThanOrEqualTo(scope.startNanos());
        assertThat(first.startNanos() + first.durationNanos()).isGreaterThanOrEqualTo(scope.endNanos());
        assertThat(first.trackId()).isEqualTo(Thread.currentThread().getId());
        assertThat(first.unfinished()).isFalse();
        assertThat(scope.arguments()).containsEntry("batch", 40L);
    }

    @Test
    void step_ofAScheduledProfile_isAScopeOnly() {
        Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .start();
        try (profile) {
            for (int i = 0; i < 2; i++) {
                StepScope.open("train", 70 + i).close();
                profile.step();
            }
        }
        Trace trace = profile.lastTrace().orElseThrow();
        assertThat(numbers(trace)).containsExactly(1L);
        assertThat(Recorded.names(trace)).containsExactly("train");
    }

    @Test
    void step_insideAnotherOfItsThread_isAScopeOnly() {
        Trace trace = Recorded.trace(() -> {
            StepScope outer = StepScope.open("outer", 1);
            StepScope.open("inner", 2).close();
            outer.close();
            StepScope.open("next", 3).close();
        });
        assertThat(numbers(trace)).containsExactly(1L, 3L);
        assertThat(Recorded.names(trace)).containsExactly("outer", "inner", "next");
    }

    @Test
    void steps_ofTwoThreadsAtTheSameTime_areMarksOfBoth() throws Exception {
        CyclicBarrier bothOpen = new CyclicBarrier(2);
        Trace trace = Recorded.trace(() -> {
            Thread other = new Thread(() -> step(2, bothOpen));
            other.start();
            step(1, bothOpen);
            other.join();
        });
        assertThat(numbers(trace)).containsExactlyInAnyOrder(1L, 2L);
        assertThat(trace.steps()).extracting(StepMark::trackId).doesNotHaveDuplicates();
        StepMark one = trace.steps().get(0);
        StepMark two = trace.steps().get(1);
        assertThat(two.startNanos()).isLessThan(one.startNanos() + one.durationNanos());
        assertThat(one.startNanos()).isLessThan(two.startNanos() + two.durationNanos());
    }

    @SuppressWarnings("try") // The scope variable is there to be closed.
    private static void step(long number, CyclicBarrier barrier) {
        try (StepScope ignored = StepScope.open("train", number)) {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void step_closedOnAnotherThread_ends() {
        Trace trace = Recorded.trace(() -> {
            StepScope scope = StepScope.open("train", 5);
            Recorded.onNewThread("closer", () -> {
                scope.close();
                return true;
            });
            StepScope.open("train", 6).close();
        });
        assertThat(trace.steps()).extracting(StepMark::unfinished).containsExactly(false, false);
    }

    @Test
    void step_openWhenTheProfileStops_isUnfinished() {
        Trace trace = Recorded.trace(() -> StepScope.open("train", 5));
        assertThat(trace.steps()).extracting(StepMark::unfinished).containsExactly(true);
    }

    @Test
    void step_withoutScopes_isAMarkAllTheSame() {
        Trace trace = Recorded.trace(
                builder -> builder.activities(Set.of()),
                () -> StepScope.open("train", 5).close());
        assertThat(numbers(trace)).containsExactly(5L);
        assertThat(trace.eventCount()).isZero();
    }

    @Test
    void step_whileNothingIsRecorded_isOneSharedObject() {
        StepScope step = StepScope.open("train", 1);
        step.scope().arg("batch", 1);
        step.close();
        step.close();
        assertThat(StepScope.open("train", 2)).isSameAs(step);
    }

    @Test
    void openSteps_ofAWindowThatIsCut_comeAgainUntilTheyEnd() {
        Window window = new Window(
                Long.MAX_VALUE, 1 << 20, new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class)));
        window.steps.takeScopes();
        StepMarks.Mark open = window.steps.beginScope(1);
        window.steps.endScope(open);
        StepMarks.Mark longer = window.steps.beginScope(2);
        assertThat(window.steps.take(Long.MAX_VALUE - 1)).hasSize(2);
        window.steps.endScope(longer);
        window.steps.endScope(longer);
        assertThat(window.steps.take(Long.MAX_VALUE - 1))
                .singleElement()
                .matches(mark -> mark.number() == 2 && mark.endTicks() != Chunk.OPEN);
        assertThat(window.steps.all()).isEmpty();
    }
}
