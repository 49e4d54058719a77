package io.stepprofiler.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundDeliveryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Journal journal = new Journal();
    private final WorkLog log = new WorkLog();
    private final List<Delivery> made = new ArrayList<>();

    /** A handler that waits in {@code release} tells so in {@code entered}. */
    private final CountDownLatch entered = new CountDownLatch(1);

    private final CountDownLatch release = new CountDownLatch(1);

    private Delivery delivery(Duration handlerTimeout, long maxPendingBytes, TraceHandler... handlers) {
        Delivery delivery =
                new BackgroundDelivery(List.of(handlers), journal, log, MINUTE, handlerTimeout, maxPendingBytes);
        made.add(delivery);
        return delivery;
    }

    @AfterEach
    void endThreads() {
        release.countDown();
        made.forEach(Delivery::abort);
    }

    private TraceHandler blocked(String name) {
        return journal.handler(name, () -> {
            entered.countDown();
            release.await();
        });
    }

    /** A handler that no interrupt gets out of its waiting. */
    private TraceHandler deaf(String name, CountDownLatch interrupted) {
        return journal.handler(name, () -> {
            while (true) {
                try {
                    release.await();
                    return;
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
        });
    }

    private void submitAndWaitUntilItHangs(Delivery delivery, String id) throws InterruptedException {
        assertThat(delivery.submit(Journal.window(id))).isTrue();
        assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void handlers_runAtLowPriority() throws Exception {
        CompletableFuture<Integer> priority = new CompletableFuture<>();
        TraceHandler handler = trace -> priority.complete(Thread.currentThread().getPriority());
        delivery(MINUTE, 1, handler).submit(Journal.window("A"));
        assertThat(priority.get(1, TimeUnit.MINUTES)).isEqualTo(Thread.MIN_PRIORITY);
    }

    @Test
    void handler_hangs_isInterruptedToldAndLeftBehindWhileOthersGoOn() throws Exception {
        // Long enough for the good handler on a busy machine.
        Duration timeout = Duration.ofSeconds(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Delivery delivery = delivery(timeout, 4, deaf("deaf", interrupted), journal.handler("good"));
        delivery.submit(Journal.window("A"));
        delivery.submit(Journal.window("B"));
        delivery.submit(Journal.window("C"));
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(journal.lines())
                .filteredOn(line -> !line.startsWith("assembled"))
                .containsExactly(
                        "deaf got A", "deaf took more than PT1S for A", "good got A", "good got B", "good got C");
    }

    /** A window that holds something while it waits. */
    private static Submission holding(String id, long before, long after) {
        return new Submission() {
            private volatile long bytes = before;

            @Override
            public String name() {
                return "window " + id;
            }

            @Override
            public long bytes() {
                return bytes;
            }

            @Override
            public Trace assemble() {
                bytes = after;
                return new TraceBuilder().traceId(id).build();
            }
        };
    }

    private void awaitAssembled(String id) {
        await().until(() -> journal.lines().contains("assembled " + id));
    }

    @Test
    void submit_asManyBytesWaitAsMay_isFalseUntilSomeAreDone() throws Exception {
        Delivery delivery = delivery(MINUTE, 100, blocked("blocked"));
        submitAndWaitUntilItHangs(delivery, "A");
        assertThat(delivery.submit(holding("B", 60, 60))).isTrue();
        assertThat(delivery.submit(holding("C", 60, 60))).isFalse();
        assertThat(delivery.submit(holding("D", 40, 40))).isTrue();
        assertThat(delivery.submit(holding("E", 1, 1))).isFalse();
        release.countDown();
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(delivery.submit(holding("F", 100, 100))).isTrue();
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(journal.calls()).containsExactly("blocked got A", "blocked got B", "blocked got D", "blocked got F");
        assertThat(journal.causes()).isEmpty();
    }

    @Test
    void submit_handlerHangs_putsTogetherWhatWaitsAllTheSame() throws Exception {
        Delivery delivery = delivery(MINUTE, 1000, blocked("blocked"));
        submitAndWaitUntilItHangs(delivery, "A");
        for (String id : List.of("B", "C", "D")) {
            assertThat(delivery.submit(holding(id, 1, 1))).isTrue();
        }
        awaitAssembled("D");
        assertThat(journal.lines())
                .containsExactly("assembled A", "blocked got A", "assembled B", "assembled C", "assembled D");
    }

    @Test
    void submit_windowLargerThanAllThatMayWait_isTakenIfNoneWaits() throws Exception {
        Delivery delivery = delivery(MINUTE, 100, blocked("blocked"));
        submitAndWaitUntilItHangs(delivery, "A");
        assertThat(delivery.submit(holding("B", Long.MAX_VALUE, Long.MAX_VALUE)))
                .isTrue();
        assertThat(delivery.submit(holding("C", 0, 0))).isFalse();
    }

    @Test
    void submit_traceLargerThanItsWindow_countsAsWhatItIs() throws Exception {
        Delivery delivery = delivery(MINUTE, 100, blocked("blocked"));
        submitAndWaitUntilItHangs(delivery, "A");
        assertThat(delivery.submit(holding("B", 1, 90))).isTrue();
        awaitAssembled("B");
        await().until(() -> !delivery.submit(holding("too large", 20, 20)));
        assertThat(delivery.submit(holding("C", 10, 10))).isTrue();
    }

    @Test
    void work_ofADelivery_isNotedWhileItGoesOn() throws Exception {
        long before = System.nanoTime();
        Delivery delivery = delivery(MINUTE, 100, blocked("blocked"));
        assertThat(delivery.submit(holding("A", 1, 1))).isTrue();
        entered.await();
        long now = System.nanoTime();
        assertThat(log.between(before, now))
                .extracting(WorkLog.Work::what)
                .containsExactly("assembly of window A", "handlers of window A");
        assertThat(log.between(before, now).get(1).endNanos()).isEqualTo(now);
        assertThat(log.between(before - 1, before)).isEmpty();
    }

    @Test
    void await_handlerStillRuns_isFalseWhenTheTimeIsOver() throws Exception {
        Delivery delivery = delivery(MINUTE, 1, blocked("blocked"));
        submitAndWaitUntilItHangs(delivery, "A");
        assertThat(delivery.await(Duration.ZERO)).isFalse();
        assertThat(delivery.await(Duration.ofMillis(10))).isFalse();
        release.countDown();
        assertThat(delivery.await(MINUTE)).isTrue();
    }

    @Test
    void await_insideHandlerOrAssembly_isFalseAtOnce() {
        List<Boolean> answers = Collections.synchronizedList(new ArrayList<>());
        List<Delivery> self = new ArrayList<>();
        self.add(delivery(MINUTE, 1, trace -> answers.add(self.get(0).await(MINUTE))));
        self.get(0).submit(() -> {
            answers.add(self.get(0).await(MINUTE));
            return Journal.window("A").assemble();
        });
        assertThat(self.get(0).await(MINUTE)).isTrue();
        assertThat(answers).containsExactly(false, false);
        assertThat(journal.causes()).isEmpty();
    }

    @Test
    void await_interruptedMeanwhile_waitsOnAndKeepsTheInterrupt() throws Exception {
        Delivery delivery = delivery(MINUTE, 1, blocked("blocked"));
        submitAndWaitUntilItHangs(delivery, "A");
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            boolean delivered = delivery.await(MINUTE);
            outcome.complete("delivered " + delivered + ", interrupted " + Thread.interrupted());
        });
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        waiting.interrupt();
        // Taken by the waiting, which keeps it for later.
        await().until(() -> !waiting.isInterrupted());
        assertThat(outcome).isNotDone();
        release.countDown();
        assertThat(outcome.get(1, TimeUnit.MINUTES)).isEqualTo("delivered true, interrupted true");
    }

    @Test
    void abort_handlerRunsAndOthersWait_interruptsItAndCountsThemAll() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch left = new CountDownLatch(1);
        TraceHandler handler = journal.handler("handler", () -> {
            entered.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
            } finally {
                left.countDown();
            }
        });
        Delivery delivery = delivery(MINUTE, 4, handler);
        submitAndWaitUntilItHangs(delivery, "A");
        delivery.submit(Journal.window("B"));
        delivery.submit(Journal.window("C"));
        assertThat(delivery.abort()).isEqualTo(3);
        assertThat(left.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(interrupted).isTrue();
        assertThat(journal.calls()).containsExactly("handler got A");
    }

    /** Whoever aborts counts the window: its interrupt is no failure besides that. */
    @Test
    void abort_assemblyRuns_countsItsWindowAndReportsNoFailure() throws Exception {
        Delivery delivery = delivery(MINUTE, 1, journal.handler("handler"));
        delivery.submit(() -> {
            entered.countDown();
            release.await();
            return new TraceBuilder().build();
        });
        assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(log.underWay()).isEqualTo("assembly of a window");
        assertThat(delivery.abort()).isOne();
        await().until(() -> delivery.threads().isEmpty());
        assertThat(journal.lines()).isEmpty();
    }

    /** However soon the interrupt ends the delivery: its window counts, and the next handler is not called any more. */
    @Test
    void abort_handlerRuns_countsItsWindowAndCallsNoFurtherHandler() throws Exception {
        for (int i = 0; i < 200; i++) {
            Journal heard = new Journal();
            CountDownLatch inHandler = new CountDownLatch(1);
            TraceHandler running = heard.handler("running", () -> {
                inHandler.countDown();
                release.await();
            });
            Delivery delivery =
                    new BackgroundDelivery(List.of(running, heard.handler("next")), heard, log, MINUTE, MINUTE, 1);
            delivery.submit(Journal.window("A"));
            assertThat(inHandler.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(delivery.abort()).isEqualTo(1);
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> delivery.threads().isEmpty());
            assertThat(heard.lines()).containsExactly("assembled A", "running got A");
        }
    }

    @Test
    void abort_everythingDelivered_givesNothingUpAndRefusesMore() {
        Delivery delivery = delivery(MINUTE, 1, journal.handler("handler"));
        delivery.submit(Journal.window("A"));
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(delivery.abort()).isZero();
        assertThat(delivery.submit(Journal.window("B"))).isFalse();
        assertThat(delivery.await(Duration.ZERO)).isTrue();
    }

    @Test
    void threads_ofDelivery_areDaemonsOfItsOwnThatEndWithIt() {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        Delivery delivery = delivery(MINUTE, 1, trace -> threads.add(Thread.currentThread()));
        delivery.submit(() -> {
            threads.add(Thread.currentThread());
            return Journal.window("A").assemble();
        });
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(threads)
                .extracting(Thread::getName)
                .containsExactly("step-profiler-handler", "step-profiler-handler");
        assertThat(threads).allMatch(Thread::isDaemon);
        delivery.abort();
        await().until(() -> threads.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void submit_fromManyThreads_deliversEachOnceAndEachThreadsInOrder() throws Exception {
        int threads = 4;
        int windows = 50;
        Delivery delivery = delivery(MINUTE, 0, journal.handler("handler"));
        List<Thread> submitting = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            String prefix = "thread" + t + "-";
            Thread thread = new Thread(() -> {
                for (int i = 0; i < windows; i++) {
                    delivery.submit(Journal.window(prefix + i));
                }
            });
            submitting.add(thread);
            thread.start();
        }
        for (Thread thread : submitting) {
            thread.join();
        }
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(journal.calls()).hasSize(threads * windows);
        for (int t = 0; t < threads; t++) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < windows; i++) {
                expected.add("handler got thread" + t + "-" + i);
            }
            String prefix = "handler got thread" + t + "-";
            assertThat(journal.calls())
                    .filteredOn(call -> call.startsWith(prefix))
                    .isEqualTo(expected);
        }
    }
}
