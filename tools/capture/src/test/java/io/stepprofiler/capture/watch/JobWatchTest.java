package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.Scope;
import io.stepprofiler.StepCapture;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.watch.StepSample.Operation;
import io.stepprofiler.capture.watch.StepSample.Part;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class JobWatchTest {
    private static final Duration INTERVAL = Duration.ofMillis(20);

    private final JobWatch watch = new JobWatch(UnaryOperator.identity());
    private final List<LiveFigures> seen = new CopyOnWriteArrayList<>();
    private final Thread training = new Thread(this::train, "training");
    private volatile boolean over;

    private void train() {
        for (long step = 0; !over; step++) {
            try (StepScope ignored = StepScope.open("train", step)) {
                try (Scope inner = Scope.open("forward")) {
                    LockSupport.parkNanos(10_000_000);
                }
            }
        }
    }

    @BeforeEach
    void start() {
        training.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        over = true;
        training.join();
        watch.close();
        await().until(() -> Captures.current().isEmpty());
    }

    @Test
    void every_stepsOfAnybody_tellsThemAndWhereTheirTimeGoes() {
        try (JobWatch.Ending ignored = watch.every(INTERVAL, true, seen::add)) {
            await().until(() -> seen.stream().anyMatch(each -> each.sample().isPresent()));
        }
        LiveFigures last = seen.get(seen.size() - 1);
        assertThat(last.steps().count()).isPositive();
        assertThat(last.steps().perSecond()).isPositive();
        assertThat(last.machine().heapBytes()).isPositive();
        assertThat(last.job().pid()).isEqualTo(ProcessHandle.current().pid());
        StepSample sample = last.sample().orElseThrow();
        assertThat(sample.steps()).isPositive();
        assertThat(sample.lost()).isZero();
        assertThat(sample.parts()).extracting(Part::name).contains("forward");
        assertThat(sample.parts().stream().mapToLong(Part::stepNanos).sum())
                .isBetween(sample.stepNanos() - sample.parts().size(), sample.stepNanos());
        assertThat(sample.operations())
                .filteredOn(each -> each.name().equals("forward"))
                .extracting(Operation::calls)
                .containsExactly(1.0);
    }

    @Test
    void every_closed_tellsNoMoreAndCapturesNoMore() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        JobWatch.Ending ending = watch.every(INTERVAL, true, figures -> {
            seen.add(figures);
            told.countDown();
            awaitQuietly(closed);
        });
        told.await();
        ending.close();
        closed.countDown();
        await().until(() -> Captures.current().isEmpty());
        CompletableFuture<Trace> nextSteps =
                Captures.begin(CaptureRequest.ofSteps(20)).trace();
        assertThat(nextSteps.orTimeout(30, TimeUnit.SECONDS).join().steps()).hasSize(20);
        assertThat(seen).hasSize(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As a look that waits for its turn while the last one who watches leaves. */
    @Test
    void look_whileNobodyWatches_beginsNoCapture() {
        await().until(() -> Captures.pace().steps() > 0);

        watch.look(true);

        assertThat(Captures.current()).isEmpty();
    }

    @Test
    void every_withoutCaptures_takesNone() {
        try (JobWatch.Ending ignored = watch.every(INTERVAL, false, seen::add)) {
            await().until(() -> seen.size() > 3);
        }
        assertThat(seen).allSatisfy(each -> assertThat(each.sample()).isEmpty());
    }

    @Test
    void every_anotherCaptureRecords_saysSoAndLeavesItAlone() {
        StepCapture other = Captures.begin(CaptureRequest.ofSteps(1_000_000).holder("somebody"));
        try (JobWatch.Ending ignored = watch.every(INTERVAL, true, seen::add)) {
            await().until(() -> seen.stream().anyMatch(each -> each.note().contains("somebody")));
        }
        assertThat(other.trace()).isNotDone();
        other.cancel();
    }

    @Test
    void every_watcherThatThrows_isToldNoMore() {
        watch.every(INTERVAL, true, figures -> {
            seen.add(figures);
            throw new IllegalStateException("of the test");
        });
        try (JobWatch.Ending ignored = watch.every(INTERVAL, false, figures -> {})) {
            List<LiveFigures> others = new CopyOnWriteArrayList<>();
            try (JobWatch.Ending alsoIgnored = watch.every(INTERVAL, false, others::add)) {
                await().until(() -> others.size() > 3);
            }
        }
        assertThat(seen).hasSize(1);
    }

    @Test
    void monitor_forATime_isTextAboutIt() {
        String text = watch.monitor(Duration.ofMillis(300), LiveText.FULL)
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
        assertThat(text)
                .contains(" steps/s; last ")
                .contains(" collection")
                .contains("process " + ProcessHandle.current().pid());
    }

    @Test
    void monitor_cancelled_endsItsCapture() {
        CompletableFuture<String> text = watch.monitor(Duration.ofHours(1), LiveText.FULL);
        assertThat(text.cancel(true)).isTrue();
        await().until(() -> Captures.current().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.Main --password secret, com.acme.Main",
        "/opt/jobs/train.jar --key abc, train.jar",
        "'', ''",
        "my.module/com.acme.Main x, com.acme.Main"
    })
    void program_ofACommand_isItsFirstWordAlone(String command, String expected) {
        assertThat(JobWatch.program(command)).isEqualTo(expected);
    }
}
