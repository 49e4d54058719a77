package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Profiles that keep the last steps. */
@Tag("long")
class HistoryRecordingTest {
    /** Above four chunks, after which a segment is taken. */
    private static final int FILLERS = 40_000;

    private static final Label FILLER = Label.of("filler");

    private final List<Trace> traces = new CopyOnWriteArrayList<>();
    private final List<Profile> opened = new ArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    /** Keeps three steps, for a handler that waits for the release. */
    private Profile startBlocked(long maxPendingBytes) {
        Profile profile = Profile.builder()
                .history(History.ofSteps(3))
                .profileMemory(true)
                .delivery(delivery -> delivery.withMaxPendingBytes(maxPendingBytes))
                .onTraceReady(trace -> {
                    assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
                    traces.add(trace);
                })
                .start();
        opened.add(profile);
        return profile;
    }

    private static void untilOneIsLost(Profile profile) {
        await().untilAsserted(() -> {
            profile.snapshot("more");
            assertThat(profile.failureCount(ProfileFailure.Kind.WINDOW_LOST)).isPositive();
        });
    }

    private Profile start(History history) {
        Profile profile = Profile.builder()
                .history(history)
                .limits(limits -> limits.withMaxBufferBytes(256 << 20))
                .onTraceReady(traces::add)
                .start();
        opened.add(profile);
        return profile;
    }

    @AfterEach
    void close() {
        release.countDown();
        opened.forEach(Profile::close);
    }

    private static void step(long number, int fillers) {
        try (Scope step = Scope.open("step " + number)) {
            step.arg("number", number);
            for (int i = 0; i < fillers; i++) {
                Scope.end(Scope.begin(FILLER));
            }
            for (int i = 0; i < 5; i++) {
                try (Scope inner = Scope.open("inner " + number)) {
                    inner.arg("i", i);
                }
            }
        }
    }

    private static void run(Profile profile, int steps, int fillers) {
        for (int i = 0; i < steps; i++) {
            step(profile.stepNumber(), fillers);
            profile.step();
        }
    }

    private Trace awaitTrace(int count) {
        await().until(() -> traces.size() >= count);
        return traces.get(count - 1);
    }

    private static String reason(Trace trace) {
        return trace.metadata().get("snapshot").text();
    }

    private static void checkWhole(Trace trace, long number) {
        List<TraceEvent> events = trace.events().stream()
                .filter(event ->
                        event.name().equals("step " + number) || event.name().equals("inner " + number))
                .toList();
        assertThat(events).as("step %s", number).hasSize(6).noneMatch(TraceEvent::unfinished);
        assertThat(events.get(0).arguments()).isEqualTo(Map.of("number", number));
        for (int i = 0; i < 5; i++) {
            assertThat(events.get(i + 1).arguments()).isEqualTo(Map.of("i", (long) i));
        }
    }

    private static void checkAccount(Trace trace) {
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(trace.account().begun())
                .isEqualTo(trace.account().written() + trace.account().unfinishedTotal());
        assertThat(trace.account().begun()).isEqualTo(trace.eventCount());
    }

    @Test
    void snapshot_ofFewSteps_hasAllOfThem() {
        Profile profile = start(History.ofSteps(3));
        run(profile, 2, 0);
        profile.snapshot("because");
        Trace trace = awaitTrace(1);
        assertThat(reason(trace)).isEqualTo("because");
        assertThat(trace.isPartial()).isFalse();
        checkWhole(trace, 0);
        checkWhole(trace, 1);
        checkAccount(trace);
        assertThat(trace.steps().stream().filter(step -> !step.unfinished()).map(StepMark::number))
                .containsExactly(0L, 1L);
    }

    @Test
    void snapshot_ofManySteps_hasTheLastOnesWholeAndGivesOldOnesUp() {
        Profile profile = start(History.ofSteps(3));
        run(profile, 40, FILLERS);
        await().untilAsserted(() -> {
            int before = traces.size();
            profile.snapshot("again");
            Trace trace = awaitTrace(before + 1);
            assertThat(Recorded.names(trace)).doesNotContain("step 0");
        });
        for (Trace trace : traces) {
            for (long number = 37; number < 40; number++) {
                checkWhole(trace, number);
                long last = number;
                assertThat(trace.steps()).anyMatch(step -> step.number() == last && !step.unfinished());
            }
            checkAccount(trace);
        }
    }

    private static List<Long> numbers(Trace trace) {
        return trace.steps().stream().map(StepMark::number).toList();
    }

    @Test
    void snapshot_betweenSteps_hasExactlyTheStepsAskedFor() {
        Profile profile = start(History.ofSteps(5));
        for (int round = 1; round < 20; round++) {
            run(profile, 7, 100 * round);
            long next = profile.stepNumber();
            profile.snapshot("between");
            Trace trace = awaitTrace(round);
            assertThat(numbers(trace)).containsExactly(next - 5, next - 4, next - 3, next - 2, next - 1);
            assertThat(trace.eventCount()).isEqualTo(5 * (6 + 100L * round));
            for (long number = next - 5; number < next; number++) {
                checkWhole(trace, number);
            }
            checkAccount(trace);
        }
        assertThat(traces).extracting(Trace::id).doesNotHaveDuplicates();
        assertThat(profile.failureCount()).isZero();
    }

    @Test
    void snapshot_servedLate_hasTheStepsUpToThatInWhichItWasAsked() {
        Profile profile = start(History.ofSteps(5));
        for (int round = 1; round < 20; round++) {
            run(profile, 7, 100);
            long next = profile.stepNumber();
            profile.snapshot("then");
            run(profile, 50, 0);
            Trace trace = awaitTrace(round);
            assertThat(numbers(trace)).startsWith(next - 5, next - 4, next - 3, next - 2, next - 1);
            assertThat(numbers(trace)).hasSizeBetween(5, 6).allMatch(number -> number <= next);
            for (long number = next - 5; number < next; number++) {
                checkWhole(trace, number);
            }
            checkAccount(trace);
        }
    }

    @Test
    void snapshot_withinAStep_hasWhatHasBegunInItToo() {
        Profile profile = start(History.ofSteps(2));
        run(profile, 6, 10);
        try (Scope half = Scope.open("half")) {
            half.arg("a", 1);
            profile.snapshot("within");
            Trace trace = awaitTrace(1);
            assertThat(numbers(trace)).containsExactly(4L, 5L, 6L);
            assertThat(trace.steps().get(2).unfinished()).isTrue();
            assertThat(Recorded.event(trace, "half").unfinished()).isTrue();
            checkAccount(trace);
        }
    }

    /** As a process that ends by an exception: the step in which that happened is in the snapshot already. */
    @Test
    void end_withinTheStepOfASnapshot_deliversNothingMore() {
        Profile profile = start(History.ofSteps(2));
        run(profile, 6, 10);
        Scope.open("half").close();
        profile.snapshot("within");
        awaitTrace(1);
        profile.close();
        assertThat(traces).hasSize(1);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void scope_openSinceBeforeTheStepsAskedFor_isLeftOut() {
        Profile profile = start(History.ofSteps(2));
        try (Scope epoch = Scope.open("epoch")) {
            epoch.arg("number", 1);
            run(profile, 6, 10);
            profile.snapshot("between");
            Trace trace = awaitTrace(1);
            assertThat(Recorded.names(trace)).doesNotContain("epoch");
            checkAccount(trace);
        }
    }

    @Test
    void history_ofTime_keepsWhatIsYounger() {
        Profile profile = start(History.of(Duration.ofMillis(1)));
        run(profile, 1, FILLERS);
        await().untilAsserted(() -> {
            run(profile, 1, FILLERS);
            int before = traces.size();
            profile.snapshot("time");
            assertThat(Recorded.names(awaitTrace(before + 1))).doesNotContain("step 0");
        });
        checkAccount(traces.get(traces.size() - 1));
    }

    @Test
    void scope_openAcrossSnapshots_isUnfinishedUntilItEnds() {
        Profile profile = start(History.ofSteps(100));
        try (Scope outer = Scope.open("outer")) {
            outer.arg("told", "early");
            profile.snapshot("first");
            assertThat(Recorded.event(awaitTrace(1), "outer").unfinished()).isTrue();
        }
        profile.snapshot("second");
        TraceEvent outer = Recorded.event(awaitTrace(2), "outer");
        assertThat(outer.unfinished()).isFalse();
        assertThat(outer.arguments()).isEqualTo(Map.of("told", "early"));
        assertThat(Recorded.event(traces.get(0), "outer").unfinished()).isTrue();
    }

    @Test
    void counter_notFinite_deliversWithTheReason() {
        Profile profile = start(History.ofSteps(3).onNotFinite(true));
        Counter loss = Counter.of("loss");
        loss.record(1.5);
        loss.record(Double.NaN);
        Trace trace = awaitTrace(1);
        assertThat(reason(trace)).isEqualTo("loss is NaN");
        assertThat(trace.counters().get(0).size()).isEqualTo(2);
        profile.close();
        assertThat(traces).hasSize(1);
    }

    @Test
    void step_slow_deliversIt() {
        Profile profile = start(History.ofSteps(3).onSlowStep(2));
        run(profile, 20, 0);
        // Longer and longer, so that sooner or later one is slow whatever the machine does besides.
        for (long nanos = 1 << 16; traces.isEmpty() && nanos < 1L << 33; nanos *= 8) {
            try (Scope slow = Scope.open("slow")) {
                slow.arg("nanos", nanos);
                for (long begin = System.nanoTime(); System.nanoTime() - begin < nanos; ) {
                    Thread.onSpinWait();
                }
            }
            profile.step();
        }
        // Another one may be slow meanwhile, whatever the machine does besides.
        assertThat(reason(awaitTrace(1))).matches("(step \\d+ took [0-9.]+ times the median(; )?)+");
    }

    @Test
    void exception_thatNobodyCatches_deliversWhatLedToIt() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        try {
            start(History.ofSteps(3));
            Thread worker = new Thread(
                    () -> {
                        try (Scope work = Scope.open("work")) {
                            throw new IllegalStateException("in " + (work == null ? "nothing" : "work"));
                        }
                    },
                    "worker");
            worker.start();
            worker.join();
            Trace trace = awaitTrace(1);
            assertThat(reason(trace)).isEqualTo("uncaught java.lang.IllegalStateException on thread worker");
            assertThat(Recorded.event(trace, "work").unfinished()).isFalse();
        } finally {
            opened.forEach(Profile::close);
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void close_inTheMiddleOfAStep_delivers() {
        Profile profile = start(History.ofSteps(3));
        run(profile, 2, 0);
        step(2, 0);
        profile.close();
        Trace trace = awaitTrace(1);
        assertThat(reason(trace)).isEqualTo("stopped in the middle of step 2");
        assertThat(trace.isPartial()).isTrue();
        checkWhole(trace, 2);
        checkAccount(trace);
    }

    @Test
    void close_betweenSteps_deliversNothing() {
        Profile profile = start(History.ofSteps(3));
        run(profile, 5, 1000);
        profile.close();
        assertThat(traces).isEmpty();
        assertThat(profile.failureCount()).isZero();
    }

    @Test
    void snapshot_askedJustBeforeTheEnd_isDeliveredOnce() {
        for (int i = 0; i < 60; i++) {
            Profile profile = start(History.ofSteps(3));
            run(profile, 1 + i % 3, 10);
            profile.snapshot("last");
            profile.close();
            assertThat(traces).as("round %s", i).hasSize(i + 1);
            assertThat(reason(traces.get(i))).isEqualTo("last");
            checkAccount(traces.get(i));
            checkWhole(traces.get(i), i % 3);
            assertThat(profile.failures()).isEmpty();
        }
    }

    @Test
    void snapshot_whereThereIsNothingToTake_isTold() {
        Profile without = Profile.builder().onTraceReady(traces::add).start();
        opened.add(without);
        without.snapshot("in vain");
        without.close();
        Profile stopped = start(History.ofSteps(3));
        stopped.close();
        stopped.snapshot("late");
        assertThat(without.failureCount(ProfileFailure.Kind.SNAPSHOT_IGNORED)).isEqualTo(1);
        assertThat(stopped.failureCount(ProfileFailure.Kind.SNAPSHOT_IGNORED)).isEqualTo(1);
    }

    @Test
    void snapshots_fasterThanTheirHandlers_areCountedWhereTheyAreLost() {
        untilOneIsLost(startBlocked(1));
        release.countDown();
        awaitTrace(1);
    }

    @Test
    void takeSnapshot_thatIsLostBehindHandlers_failsAtOnceAndSaysWhy() {
        Profile profile = startBlocked(1);
        List<CompletableFuture<Trace>> asked = new ArrayList<>();
        await().untilAsserted(() -> {
            asked.add(profile.takeSnapshot("more"));
            assertThat(asked).anyMatch(CompletableFuture::isCompletedExceptionally);
        });
        CompletableFuture<Trace> lost = asked.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(lost::join)
                .hasCauseInstanceOf(CaptureException.class)
                .hasMessageContaining("A snapshot was lost: others wait for handlers already");
    }

    @Test
    void snapshots_ofMemoryEventsAlone_waitByWhatTheyTakeOfTheHeap() {
        Profile profile = startBlocked(1 << 20);
        for (int i = 0; i < 20_000; i++) {
            Memory.allocated(i, 1);
        }
        untilOneIsLost(profile);
        release.countDown();
        profile.close();
        // One with its handler, one that is put together for it, one that waits, one at the end of the window.
        assertThat(traces).hasSizeBetween(1, 4);
    }

    @Test
    void size_ofWhatIsKept_staysBelowTheLimit() {
        History history = History.ofSteps(1_000_000).withMaxBytes(1 << 20);
        Profile profile = start(history);
        await().untilAsserted(() -> {
            run(profile, 10, FILLERS);
            int before = traces.size();
            profile.snapshot("size");
            assertThat(Recorded.names(awaitTrace(before + 1))).doesNotContain("step 0");
        });
        await().untilAsserted(() -> {
            int before = traces.size();
            profile.snapshot("size");
            // The last segment, just taken, may be over the limit by itself; all others fit.
            assertThat(awaitTrace(before + 1).eventCount() * 20L).isLessThan(history.maxBytes + FILLERS * 20L);
        });
        assertThat(profile.failureCount()).isZero();
    }
}
