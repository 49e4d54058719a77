package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares profiles and captures with a naive model of their phases, in random sequences of calls. */
class LifeCycleModelTest {
    /** Number of sequences; {@code -Dsequences=100000} tries more, which takes ten minutes. */
    private static final long SEQUENCES = Long.getLong("sequences", 700);

    private static final long LOOK = 1_000;

    @BeforeAll
    static void prepares() throws ReflectiveOperationException {
        log("OFF"); // Each profile logs its first failure of each kind.
        Captures.pace(); // Otherwise the steps of scopes count only from the first profile on.
    }

    @AfterAll
    static void restores() throws ReflectiveOperationException {
        log("INFO");
    }

    /** Sets the level of the profiler's log. By reflection, since tests do not read the module of the logger. */
    private static void log(String level) throws ReflectiveOperationException {
        Class<?> levels = Class.forName("java.util.logging.Level");
        Class<?> loggers = Class.forName("java.util.logging.Logger");
        Object logger = loggers.getMethod("getLogger", String.class).invoke(null, Profile.class.getName());
        loggers.getMethod("setLevel", levels)
                .invoke(logger, levels.getMethod("parse", String.class).invoke(null, level));
    }

    private static void run(long from, long to) {
        LongStream.range(from, to).forEach(seed -> {
            try {
                new LifeCycleRun(seed).run();
            } catch (AssertionError e) {
                throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
            }
            if (seed % LOOK == 0) {
                nothingIsLeft();
            }
        });
        nothingIsLeft();
    }

    private static void nothingIsLeft() {
        await().untilAsserted(() -> assertThat(LifeCycleRun.threadsLeft()).isEmpty());
    }

    @Test
    void profile_inRandomSequencesOfCalls_agreesWithTheModel() {
        run(0, SEQUENCES);
    }
}
