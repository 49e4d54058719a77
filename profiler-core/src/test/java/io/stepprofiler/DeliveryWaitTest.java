package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.SynchronousDelivery;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryWaitTest {
    private static final int WARMUP = 40;
    private static final Schedule SCHEDULE =
            Schedule.builder().skipFirst(WARMUP).warmup(1).active(1).build();

    private final List<Duration> waits = new ArrayList<>();
    private boolean isDelivered = true;

    /** Answers whether all is delivered, and notes who waits for it. */
    private final Delivery delivery = (Delivery) Proxy.newProxyInstance(
            SynchronousDelivery.class.getClassLoader(), new Class<?>[] {Delivery.class}, (proxy, method, arguments) -> {
                waits.add((Duration) arguments[0]);
                return isDelivered;
            });

    private DeliveryWait of(Schedule schedule, long stepMillis) {
        return new DeliveryWait(
                delivery,
                Duration.ofMillis(1),
                schedule,
                () -> Duration.ofMillis(stepMillis).toNanos(),
                () -> false);
    }

    /** Leaves all steps up to the warm-up; answers after which one it waited first. */
    private long firstWait(DeliveryWait wait) {
        for (long step = 0; step < WARMUP; step++) {
            wait.stepLeft(step);
            if (!waits.isEmpty()) {
                return step;
            }
        }
        return -1;
    }

    @ParameterizedTest(name = "steps of {0} ms: {1} steps run before the warm-up")
    @CsvSource({"1, 10", "2, 10", "3, 6", "5, 4", "20, 1"})
    void stepLeft_shortSteps_waitsSomeStepsAheadOfTheWarmup(long millis, long run) {
        DeliveryWait wait = of(SCHEDULE, millis);
        wait.submitted();
        assertThat(firstWait(wait)).isEqualTo(WARMUP - 1 - run);
    }

    @ParameterizedTest
    @CsvSource({"21", "500", "0"})
    void stepLeft_longOrUnknownSteps_leavesItToTheWarmup(long millis) {
        DeliveryWait wait = of(SCHEDULE, millis);
        wait.submitted();
        assertThat(firstWait(wait)).isEqualTo(-1);
    }

    @Test
    void stepLeft_windowsCloseToEachOther_waitsAtOnce() {
        DeliveryWait wait = of(Schedule.builder().wait(4).warmup(1).active(1).build(), 1);
        wait.submitted();
        wait.stepLeft(6);
        assertThat(waits).hasSize(1);
    }

    @Test
    void stepLeft_nothingSubmittedSince_waitsOnce() {
        DeliveryWait wait = of(SCHEDULE, 1);
        assertThat(firstWait(wait)).isEqualTo(-1);
        wait.submitted();
        wait.stepLeft(WARMUP - 5);
        wait.stepLeft(WARMUP - 4);
        assertThat(waits).hasSize(1);
    }

    @Test
    void await_toNoAvailBefore_looksWithoutWaiting() {
        isDelivered = false;
        DeliveryWait wait = of(SCHEDULE, 1);
        wait.submitted();
        wait.stepLeft(WARMUP - 5);
        waits.clear();
        wait.stepLeft(WARMUP - 4);
        wait.await();
        assertThat(waits).containsExactly(Duration.ZERO, Duration.ZERO);
    }

    @Test
    void stepLeft_scheduleFails_leavesItToTheStepInQuestion() {
        Schedule failing = step -> {
            if (step == 3) {
                throw new IllegalStateException("no answer");
            }
            return ProfilerAction.NONE;
        };
        DeliveryWait wait = of(failing, 1);
        wait.submitted();
        wait.stepLeft(2);
        assertThat(waits).isEmpty();
    }
}
