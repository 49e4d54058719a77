package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailuresTest {
    /** Writes messages down, and throws if it is told to. */
    private static final class FakeLogger implements System.Logger {
        final List<String> messages = new ArrayList<>();
        boolean throwing;

        @Override
        public String getName() {
            return "fake";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
            if (throwing) {
                throw new IllegalStateException("the log is broken");
            }
            messages.add(level + " " + message + (thrown == null ? "" : " with a stack"));
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... parameters) {
            log(level, bundle, format, (Throwable) null);
        }
    }

    private final FakeLogger log = new FakeLogger();
    private final Failures failures = new Failures(log);

    @Test
    void add_severalOfAKind_logsTheFirstAndCountsAll() {
        failures.add(ProfileFailure.Kind.STEP_IGNORED, "one");
        failures.add(ProfileFailure.Kind.STEP_IGNORED, "two");
        failures.add(ProfileFailure.Kind.WINDOW_LOST, "three");
        assertThat(log.messages).hasSize(2);
        assertThat(log.messages.get(0)).startsWith("WARNING one (STEP_IGNORED");
        assertThat(failures.count(ProfileFailure.Kind.STEP_IGNORED)).isEqualTo(2);
        assertThat(failures.count()).isEqualTo(3);
    }

    @Test
    void add_withACause_logsItInOneLineAndItsStackForDebugging() {
        failures.add(ProfileFailure.Kind.SOURCE_FAILED, "a source failed", new IllegalStateException("no\nroom"));
        assertThat(log.messages).hasSize(2);
        assertThat(log.messages.get(0))
                .startsWith("WARNING a source failed: java.lang.IllegalStateException: no\\u000aroom (SOURCE_FAILED")
                .doesNotContain("stack");
        assertThat(log.messages.get(1)).isEqualTo("DEBUG a source failed with a stack");
    }

    @Test
    void add_aCauseThatTheMessageNames_logsItOnce() {
        Exception cause = new IllegalStateException("bad");
        failures.add(ProfileFailure.Kind.SOURCE_FAILED, "it failed: " + cause, cause);
        assertThat(log.messages.get(0)).containsOnlyOnce("bad");
    }

    @Test
    void add_loggerThrows_countsAllTheSame() {
        log.throwing = true;
        failures.add(ProfileFailure.Kind.STEP_IGNORED, "one");
        assertThat(failures.list()).hasSize(1);
        assertThat(failures.count()).isEqualTo(1);
    }
}
