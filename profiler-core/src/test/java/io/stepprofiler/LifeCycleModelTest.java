package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares profiles and captures with a naive model of their phases, in random sequences of calls. */
class LifeCycleModelTest {
    private static final long FEW = 3_000;
    private static final long MANY = 100_000;
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
        run(0, FEW);
    }

    @Test
    @Tag("long")
    void profile_inManyRandomSequencesOfCalls_agreesWithTheModel() {
        run(FEW, FEW + MANY);
    }
}
