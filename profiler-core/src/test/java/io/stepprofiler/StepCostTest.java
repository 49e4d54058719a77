package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.ThreadTime;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What steps tell besides their times: processor time, size of batches; and what the profiler takes itself. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class StepCostTest {
    private static final int STEPS = 4;
    private static final long MILLI = 1_000_000;

    private final List<Trace> traces = new CopyOnWriteArrayList<>();

    private Profile start() {
        return Profile.builder()
                .schedule(Schedule.builder().active(STEPS).repeat(1).build())
                .onTraceReady(traces::add)
                .start();
    }

    /** Works for two milliseconds of processor time; gives what it took as its thread sees it. */
    private static long work() {
        long begin = ThreadTime.nanos();
        long now = begin;
        while (now - begin < 2 * MILLI) {
            now = ThreadTime.nanos();
        }
        return now - begin;
    }

    @Test
    void step_hasTheProcessorTimeOfItsThread() throws InterruptedException {
        List<Long> took = new ArrayList<>();
        try (Profile profile = start()) {
            for (int i = 0; i < STEPS; i++) {
                took.add(work());
                // Work of others is not the step's.
                Thread other = new Thread(StepCostTest::work);
                other.start();
                other.join();
                profile.step();
            }
        }
        List<StepMark> steps = traces.get(0).steps();
        assertThat(steps).hasSize(STEPS);
        for (int i = 0; i < STEPS; i++) {
            assertThat(steps.get(i).cpuNanos()).isGreaterThanOrEqualTo(took.get(i));
        }
    }

    @Test
    void step_endedOnAnotherThread_hasNoProcessorTime() throws InterruptedException {
        try (Profile profile = start()) {
            Thread other = new Thread(profile::step);
            other.start();
            other.join();
            profile.step();
            for (int i = 2; i < STEPS; i++) {
                profile.step();
            }
        }
        assertThat(traces.get(0).steps())
                .extracting(step -> step.cpuNanos() >= 0)
                .containsExactly(false, false, true, true);
    }

    @Test
    void steps_ofChangingThreads_areOnTheThreadsThatEndedThem() throws InterruptedException {
        List<Long> threads = new ArrayList<>();
        try (Profile profile = start()) {
            for (int i = 0; i < STEPS; i++) {
                Thread worker = new Thread(profile::step);
                worker.start();
                worker.join();
                threads.add(worker.getId());
            }
        }
        Trace trace = traces.get(0);
        assertThat(threads).doesNotHaveDuplicates();
        assertThat(trace.steps()).extracting(StepMark::trackId).isEqualTo(threads);
        assertThat(trace.tracks()).extracting(Track::id).containsAll(threads);
    }

    @Test
    void step_thatIsNotFinished_hasNoProcessorTime() {
        try (Profile profile = start()) {
            profile.step();
            Scope.open("half").close();
        }
        assertThat(traces.get(0).steps()).extracting(StepMark::unfinished).containsExactly(false, true);
        assertThat(traces.get(0).steps().get(1).cpuNanos()).isEqualTo(StepMark.UNKNOWN_CPU);
    }

    @Test
    void stepOfAScope_hasTheProcessorTimeOfItsThread() {
        long took;
        try (Profile ignored = Profile.builder().onTraceReady(traces::add).start();
                StepScope step = StepScope.open("train", 7)) {
            took = work();
        }
        assertThat(traces.get(0).steps())
                .singleElement()
                .satisfies(step -> assertThat(step.cpuNanos()).isGreaterThanOrEqualTo(took));
    }

    @Test
    void batchSize_told_isACounterOfTheTrace() {
        try (Profile profile = start()) {
            for (int i = 0; i < STEPS; i++) {
                BatchSize.record(32 + i);
                BatchSize.record(0);
                profile.step();
            }
        }
        CounterTrack sizes = traces.get(0).counters().get(0);
        assertThat(sizes.name()).isEqualTo(BatchSize.COUNTER);
        assertThat(IntStream.range(0, sizes.size()).mapToObj(sizes::value)).containsExactly(32.0, 33.0, 34.0, 35.0);
    }

    @Test
    void cost_ofAWindow_isTheTimeBetweenItsSteps() {
        try (Profile profile = start()) {
            for (int i = 0; i < STEPS; i++) {
                profile.step();
            }
        }
        List<StepMark> steps = traces.get(0).steps();
        long between = 0;
        for (int i = 1; i < steps.size(); i++) {
            StepMark before = steps.get(i - 1);
            between += steps.get(i).startNanos() - before.startNanos() - before.durationNanos();
        }
        ProfilerOverhead cost = ProfilerOverhead.of(traces.get(0)).orElseThrow();
        // Both are of the same ticks, one rounded at each end of a step.
        assertThat(cost.stepNanos()).isPositive().isBetween(between - 2000, between + 2000);
        assertThat(cost.drainerNanos()).isZero();
    }

    @Test
    void cost_ofAHistory_hasItsDrainerAndItsSources() {
        ScriptedSource source = ScriptedSource.delivering(this::seeSlowly, sink -> {});
        try (Profile profile = Profile.builder()
                .history(History.ofSteps(2))
                .source(source)
                .onTraceReady(traces::add)
                .start()) {
            profile.step();
            profile.snapshot("because");
            await().until(() -> !traces.isEmpty());
        }
        ProfilerOverhead cost = ProfilerOverhead.of(traces.get(0)).orElseThrow();
        assertThat(cost.drainerNanos()).isPositive();
        assertThat(cost.sourceNanos()).isGreaterThanOrEqualTo(MILLI);
    }

    private void seeSlowly(ActivitySink sink) {
        long until = System.nanoTime() + MILLI;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        sink.sample("seen", until, 1);
    }

    @Test
    void cost_ofAWindowBesideTheDeliveryOfAnother_hasThatTime() throws InterruptedException {
        CountDownLatch second = new CountDownLatch(1);
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(2).build())
                .onTraceReady(trace -> {
                    traces.add(trace);
                    if (traces.size() == 1) {
                        try {
                            second.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                })
                .start();
        try (profile) {
            profile.step();
            await().until(() -> !traces.isEmpty());
            profile.step();
            second.countDown();
        }
        assertThat(ProfilerOverhead.of(traces.get(1)).orElseThrow().deliveryNanos())
                .isPositive();
    }
}
