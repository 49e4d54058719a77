package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileThreadsTest {
    private static final Schedule EACH_STEP = step -> ProfilerAction.RECORD_AND_SAVE;

    private final List<Trace> traces = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Profile> opened = new ArrayList<>();

    private Profile start(ProfileBuilder builder) {
        Profile profile = builder.start();
        opened.add(profile);
        return profile;
    }

    @AfterEach
    void closeProfiles() {
        release.countDown();
        opened.forEach(Profile::close);
    }

    @Test
    void handlers_byDefault_runOnAnotherThreadAndInOrder() {
        List<String> calls = new CopyOnWriteArrayList<>();
        Profile profile = start(Profile.builder()
                .schedule(EACH_STEP)
                .onTraceReady(trace -> calls.add("first " + trace.steps().get(0).number() + " "
                        + Thread.currentThread().isDaemon()))
                .onTraceReady(
                        trace -> calls.add("second " + trace.steps().get(0).number())));
        profile.step();
        assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        profile.step();
        assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        assertThat(calls).containsExactly("first 0 true", "second 0", "first 1 true", "second 1");
    }

    @Test
    void close_handlerStillBusy_waitsForIt() throws Exception {
        Profile profile = start(Profile.builder().onTraceReady(trace -> {
            release.await();
            traces.add(trace);
        }));
        Thread closing = new Thread(profile::close);
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        assertThat(traces).isEmpty();
        release.countDown();
        closing.join();
        assertThat(traces).hasSize(1);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void close_handlerHangs_losesTheWindowAndNamesTheTimeout() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Profile profile = start(Profile.builder()
                .delivery(delivery -> delivery.withCloseTimeout(Duration.ofMillis(50)))
                .onTraceReady(trace -> {
                    entered.countDown();
                    release.await();
                }));
        profile.stop();
        entered.await();
        profile.close();
        assertThat(profile.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.WINDOW_LOST);
            assertThat(failure.message())
                    .isEqualTo("A window was not delivered whole: closeTimeout = PT0.05S was over during handlers of"
                            + " window 1; a longer one leaves more time");
            assertThat(failure.cause()).isEmpty();
        });
    }

    @Test
    void handler_hangs_isLeftBehindAndTheOthersGoOn() {
        AtomicInteger hung = new AtomicInteger();
        Profile profile = start(Profile.builder()
                .schedule(EACH_STEP)
                .delivery(delivery -> delivery.withHandlerTimeout(Duration.ofSeconds(1)))
                .onTraceReady(trace -> {
                    hung.incrementAndGet();
                    release.await();
                })
                .onTraceReady(traces::add));
        profile.step();
        profile.step();
        profile.close();
        assertThat(traces).hasSizeGreaterThanOrEqualTo(2);
        assertThat(hung).hasValue(1);
        assertThat(profile.failureCount(ProfileFailure.Kind.HANDLER_TIMED_OUT)).isEqualTo(1);
    }

    @Test
    void step_handlersSlowerThanWindows_losesWholeWindowsAndTellsWhich() {
        Profile profile = start(Profile.builder()
                .schedule(EACH_STEP)
                .delivery(delivery -> delivery.withDeliveryWait(Duration.ZERO))
                .delivery(delivery -> delivery.withMaxPendingBytes(1))
                .onTraceReady(trace -> {
                    release.await();
                    traces.add(trace);
                }));
        int steps = 20;
        for (int i = 0; i < steps; i++) {
            profile.step();
        }
        long lost = profile.failureCount(ProfileFailure.Kind.WINDOW_LOST);
        assertThat(lost).isGreaterThan(steps - 4);
        assertThat(profile.failures())
                .extracting(ProfileFailure::message)
                .last()
                .asString()
                .startsWith("The window of step " + (steps - 1) + " was lost");
        release.countDown();
        assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        Scope.open("in the last window").close();
        profile.close();
        assertThat(traces.size() + lost).isEqualTo(steps + 1);
        Trace last = traces.get(traces.size() - 1);
        assertThat(KeyAverages.of(last).table())
                .containsPattern(lost + " windows were lost so far, from step \\d+ to " + (steps - 1));
    }

    /** However slow the handlers are, and without any. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void windows_smallAndMany_allWaitAndAreAllAveraged(boolean handled) {
        int windows = 50;
        ProfileBuilder builder = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(windows).build())
                .delivery(delivery -> delivery.withDeliveryWait(Duration.ZERO))
                .accumulateAverages(true);
        if (handled) {
            builder.onTraceReady(trace -> {
                release.await();
                traces.add(trace);
            });
        }
        Profile profile = start(builder);
        for (int i = 0; i < 2 * windows; i++) {
            Scope.open("work").close();
            profile.step();
        }
        await().untilAsserted(() -> assertThat(profile.keyAverages().get("work").map(KeyAverage::count))
                .contains((long) windows));
        release.countDown();
        profile.close();
        assertThat(traces).hasSize(handled ? windows : 0);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void step_beforeAWarmup_waitsUntilTheLastWindowIsDelivered() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Profile profile = start(twoWindows(Duration.ofMinutes(10)).onTraceReady(trace -> {
            entered.countDown();
            release.await();
            traces.add(trace);
        }));
        Thread training = new Thread(() -> train(profile, 6));
        training.start();
        entered.await();
        await().until(() -> training.getState() == Thread.State.TIMED_WAITING);
        assertThat(profile.currentAction()).isEqualTo(ProfilerAction.WARMUP);
        release.countDown();
        training.join();
        profile.close();
        assertThat(traces).hasSize(2).allSatisfy(trace -> {
            assertThat(trace.metadata()).doesNotContainKey(Remarks.OVERLAPPED);
            assertThat(trace.tracks()).extracting(Track::name).doesNotContain("profiler");
        });
    }

    @Test
    void step_handlersTakeLongerThanTheWait_goesOnAndTheNextTraceShowsIt() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Profile profile = start(twoWindows(Duration.ofMillis(10)).onTraceReady(trace -> {
            entered.countDown();
            release.await();
            traces.add(trace);
        }));
        train(profile, 3);
        entered.await();
        train(profile, 3);
        release.countDown();
        profile.close();
        Trace second = traces.get(1);
        assertThat(second.metadata().get(Remarks.OVERLAPPED).text()).contains("handlers of window 1");
        Track lane = second.tracks().stream()
                .filter(track -> track.name().equals("profiler"))
                .findFirst()
                .orElseThrow();
        assertThat(second.name(lane.nameId(0))).isEqualTo("handlers of window 1");
        assertThat(lane.startNanos(0)).isEqualTo(second.start().monotonicNanos());
        assertThat(lane.startNanos(0) + lane.durationNanos(0))
                .isEqualTo(second.end().monotonicNanos());
        assertThat(KeyAverages.of(second).table())
                .contains(
                        "The profiler was active during these steps: handlers of window 1",
                        "Profiler, not in the total");
        assertThat(second.account().droppedTotal()).isZero();
    }

    @Test
    void close_whileAStepWaitsForDelivery_endsTheWaiting() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        List<Profile> self = new CopyOnWriteArrayList<>();
        Profile profile = start(twoWindows(Duration.ofMinutes(10)).onTraceReady(trace -> {
            entered.countDown();
            self.get(0).close();
            traces.add(trace);
        }));
        self.add(profile);
        Thread training = new Thread(() -> train(profile, 6));
        training.start();
        entered.await();
        training.join();
        assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        assertThat(profile.isRunning()).isFalse();
    }

    private static ProfileBuilder twoWindows(Duration wait) {
        return Profile.builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(1).repeat(2).build())
                .delivery(delivery -> delivery.withDeliveryWait(wait));
    }

    private static void train(Profile profile, int steps) {
        for (int i = 0; i < steps; i++) {
            Scope.open("work").close();
            profile.step();
        }
    }

    @Test
    void close_byAHandler_doesNotWaitForItself() {
        List<Profile> self = new CopyOnWriteArrayList<>();
        Profile profile = start(Profile.builder().schedule(EACH_STEP).onTraceReady(trace -> {
            await().until(() -> !self.isEmpty());
            self.get(0).close();
            traces.add(trace);
        }));
        profile.step();
        Scope.open("in the last window").close();
        self.add(profile);
        assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        assertThat(profile.isRunning()).isFalse();
        // Each handler call waits until the list is filled, so the window that close() ended is delivered as well.
        assertThat(traces).hasSize(2);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void close_afterAHandlerClosed_waitsForTheOtherHandlers() throws Exception {
        List<Profile> self = new CopyOnWriteArrayList<>();
        CountDownLatch closed = new CountDownLatch(1);
        Profile profile = start(Profile.builder()
                .schedule(EACH_STEP)
                .onTraceReady(trace -> {
                    await().until(() -> !self.isEmpty());
                    self.get(0).close();
                    closed.countDown();
                })
                .onTraceReady(trace -> {
                    release.await();
                    traces.add(trace);
                }));
        profile.step();
        Scope.open("in the last window").close();
        self.add(profile);
        closed.await();
        Thread closing = new Thread(profile::close);
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        release.countDown();
        closing.join();
        assertThat(traces).hasSize(2);
        assertThat(profile.failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void step_byAHandler_isIgnoredAndCounted(boolean synchronous) {
        List<Profile> self = new CopyOnWriteArrayList<>();
        Profile profile = start(Profile.builder()
                .schedule(EACH_STEP)
                .synchronousDelivery(synchronous)
                .onTraceReady(trace -> {
                    await().until(() -> !self.isEmpty());
                    self.get(0).step();
                }));
        self.add(profile);
        profile.step();
        assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
        assertThat(profile.stepNumber()).isEqualTo(1);
        assertThat(profile.failureCount(ProfileFailure.Kind.STEP_IGNORED)).isEqualTo(1);
    }

    @Test
    void handler_interruptedSynchronously_leavesTheThreadInterrupted() {
        Profile profile = start(Profile.builder().synchronousDelivery(true).onTraceReady(trace -> {
            throw new InterruptedException("the training is to end");
        }));
        profile.stop();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void handlers_ofAnInterruptedThread_areNotInterruptedAndTheThreadStaysSo() {
        List<Boolean> interrupted = new ArrayList<>();
        Profile profile = start(Profile.builder()
                .synchronousDelivery(true)
                .onTraceReady(trace -> interrupted.add(Thread.currentThread().isInterrupted()))
                .onTraceReady(traces::add));
        Thread.currentThread().interrupt();
        profile.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted).containsExactly(false);
        assertThat(traces).hasSize(1);
    }

    @Test
    void awaitDelivery_forEver_isNoOverflow() {
        Profile profile = start(Profile.builder().onTraceReady(traces::add));
        profile.stop();
        assertThat(profile.awaitDelivery(ChronoUnit.FOREVER.getDuration())).isTrue();
    }

    @Test
    void scope_closedAndItsThreadEndedAfterTheWindow_wasOpenWhenTheWindowEnded() throws Exception {
        CountDownLatch assemble = new CountDownLatch(1);
        CountDownLatch opened = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            Scope scope = Scope.open("across the end");
            opened.countDown();
            try {
                ended.await();
            } catch (InterruptedException e) {
                return;
            }
            scope.close();
        });
        Profile profile = start(Profile.builder()
                .schedule(EACH_STEP)
                .delivery(delivery -> delivery.withDeliveryWait(Duration.ZERO))
                .source(ScriptedSource.collecting(sink -> {
                    try {
                        assemble.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }))
                .onTraceReady(traces::add));
        profile.step(); // This window is being put together, so that the next one is later.
        worker.start();
        opened.await();
        profile.stop();
        ended.countDown();
        worker.join();
        assemble.countDown();
        profile.close();
        assertThat(traces.get(1).account().unfinished()).containsExactly(entry(UnfinishedCause.WINDOW_ENDED, 1L));
        assertThat(Recorded.event(traces.get(1), "across the end").endNanos())
                .isEqualTo(traces.get(1).end().monotonicNanos());
    }

    /** Records a hundred thousand scopes on a thread that lives until the test ends. */
    private ThreadRecorder recorderOfAThreadThatRecordsNoMore() throws Exception {
        CompletableFuture<ThreadRecorder> recorder = new CompletableFuture<>();
        new Thread(() -> {
                    for (int i = 0; i < 100_000; i++) {
                        Scope.open("work").close();
                    }
                    recorder.complete(ThreadRecorder.in(Objects.requireNonNull(Recorder.current())));
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                })
                .start();
        return recorder.get(1, TimeUnit.MINUTES);
    }

    @Test
    void memory_ofAThreadThatRecordsNoMore_isGivenBackAfterTheNextWindow() throws Exception {
        Profile profile = start(
                Profile.builder().synchronousDelivery(true).schedule(EACH_STEP).onTraceReady(traces::add));
        ThreadRecorder recorder = recorderOfAThreadThatRecordsNoMore();
        assertThat(recorder.bufferedBytes()).isGreaterThan(1_000_000);
        profile.step();
        profile.step();
        assertThat(recorder.bufferedBytes()).isZero();
        assertThat(traces.get(0).eventCount()).isEqualTo(100_000);
    }

    @Test
    void close_onAnotherThread_deliversTheWindow() throws Exception {
        Profile profile = start(Profile.builder().onTraceReady(traces::add));
        Scope.open("work").close();
        Recorded.onNewThread("closer", () -> {
            profile.close();
            return "";
        });
        assertThat(traces)
                .singleElement()
                .satisfies(trace -> assertThat(Recorded.names(trace)).containsExactly("work"));
    }

    @Test
    void close_interrupted_deliversAndStaysInterrupted() {
        Profile profile = start(Profile.builder().onTraceReady(traces::add));
        Thread.currentThread().interrupt();
        profile.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(traces).hasSize(1);
    }

    @Test
    void step_whileAnotherThreadIsInIt_doesNothingAndIsCounted() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Profile profile = start(
                Profile.builder().schedule(EACH_STEP).synchronousDelivery(true).onTraceReady(trace -> {
                    traces.add(trace);
                    inside.countDown();
                    release.await();
                }));
        Thread stepping = new Thread(profile::step);
        stepping.start();
        inside.await();
        profile.step();
        assertThat(profile.failureCount(ProfileFailure.Kind.STEP_OVERLAPPED)).isEqualTo(1);
        release.countDown();
        stepping.join();
        assertThat(profile.stepNumber()).isEqualTo(1);
        assertThat(traces).hasSize(1);
    }

    @Test
    void step_fromManyThreadsAtOnce_countsEveryCallOnceAndExportsNothingTwice() throws Exception {
        int threads = 4;
        int calls = 2000;
        Profile profile = start(Profile.builder()
                .synchronousDelivery(true)
                .schedule(Schedule.builder().wait(1).warmup(1).active(2).build())
                .onTraceReady(traces::add));
        CyclicBarrier together = new CyclicBarrier(threads);
        Recorded.onThreads(threads, number -> {
            together.await();
            for (int i = 0; i < calls; i++) {
                profile.step();
            }
        });
        long overlapped = profile.failureCount(ProfileFailure.Kind.STEP_OVERLAPPED);
        assertThat(profile.stepNumber() + overlapped).isEqualTo((long) threads * calls);
        assertThat(traces).hasSize((int) (profile.stepNumber() / 4));
        assertThat(traces.stream().flatMap(trace -> trace.steps().stream()).map(step -> step.number()))
                .doesNotHaveDuplicates();
    }

    @Test
    void memory_afterClose_isGivenBackByThreadsThatRecordNoMore() throws Exception {
        Profile profile = start(Profile.builder().onTraceReady(traces::add));
        ThreadRecorder recorder = recorderOfAThreadThatRecordsNoMore();
        profile.close();
        assertThat(traces.get(0).eventCount()).isEqualTo(100_000);
        assertThat(recorder.bufferedBytes()).isLessThanOrEqualTo(Chunk.MAX_CAPACITY * Chunk.BYTES_PER_EVENT);
    }
}
