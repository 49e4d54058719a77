package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmsTest {
    private final List<String> reasons = new CopyOnWriteArrayList<>();
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    private Alarms alarms(History history) {
        return new Alarms(history, (reason, endedStep) -> reasons.add(reason));
    }

    @Test
    void step_slowerThanTheMedian_isAReason() {
        Alarms alarms = alarms(History.ofSteps(3).onSlowStep(2));
        for (int i = 0; i < 20; i++) {
            alarms.stepEnded(i, 100);
        }
        alarms.stepEnded(20, 200);
        assertThat(reasons).isEmpty();
        alarms.stepEnded(21, 201);
        assertThat(reasons).containsExactly("step 21 took 2.0 times the median");
    }

    @Test
    void step_slowWhereNobodyAsks_isNoReason() {
        Alarms alarms = alarms(History.ofSteps(3));
        for (int i = 0; i < 20; i++) {
            alarms.stepEnded(i, i < 19 ? 1 : 1_000_000);
        }
        assertThat(reasons).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void figure_thatIsNone_isAReason(double value) {
        alarms(History.ofSteps(3).onNotFinite(true)).sampled("loss", value);
        assertThat(reasons).containsExactly("loss is " + value);
    }

    @Test
    void figure_thatIsOneOrThatNobodyAsksFor_isNoReason() {
        alarms(History.ofSteps(3).onNotFinite(true)).sampled("loss", Double.MAX_VALUE);
        alarms(History.ofSteps(3)).sampled("loss", Double.NaN);
        assertThat(reasons).isEmpty();
    }

    @Test
    void reasons_withinTheStepsThatAreKept_countOnce() {
        Alarms alarms = alarms(History.ofSteps(5).onNotFinite(true));
        for (int step = 0; step < 20; step++) {
            alarms.sampled("loss of " + step, Double.NaN);
            alarms.sampled("loss of " + step, Double.NaN);
            alarms.stepEnded(step, 1);
        }
        assertThat(reasons)
                .containsExactly("loss of 0 is NaN", "loss of 5 is NaN", "loss of 10 is NaN", "loss of 15 is NaN");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void reasons_beyondTheLimit_areNotDelivered(int most) {
        Alarms alarms = alarms(History.ofSteps(1).onNotFinite(true).withMaxSnapshots(most));
        for (int step = 0; step < 20; step++) {
            alarms.sampled("loss", Double.NaN);
            alarms.stepEnded(step, 1);
        }
        assertThat(reasons).hasSize(most);
    }

    @Test
    void exception_thatNobodyCatches_isAReasonAndGoesOnToWhoHeardBefore() throws Exception {
        List<String> others = new CopyOnWriteArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> others.add(thrown.getMessage()));
        Alarms alarms = alarms(History.ofSteps(3));
        alarms.start();
        die("first");
        alarms.stop();
        die("second");
        assertThat(reasons).containsExactly("uncaught java.lang.IllegalStateException on thread worker");
        assertThat(others).containsExactly("first", "second");
    }

    @Test
    void exception_whereNobodyAsks_isNoReason() throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        Alarms alarms = alarms(History.ofSteps(3).onUncaught(false));
        alarms.start();
        die("on purpose");
        alarms.stop();
        assertThat(reasons).isEmpty();
    }

    @Test
    void handler_putBeforeOurs_staysWhenOursIsTakenAway() throws Exception {
        List<String> others = new CopyOnWriteArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> others.add("old"));
        Alarms alarms = alarms(History.ofSteps(1));
        alarms.start();
        Thread.UncaughtExceptionHandler ours = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            others.add("new");
            ours.uncaughtException(thread, thrown);
        });
        alarms.stop();
        die("on purpose");
        assertThat(others).containsExactly("new", "old");
        assertThat(reasons).isEmpty();
    }

    private static void die(String message) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    throw new IllegalStateException(message);
                },
                "worker");
        thread.start();
        thread.join();
    }
}
