package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundTest {
    private static final Object LOCK = new Object();

    @TempDir
    private Path directory;

    /** Ends in one of three ways, with work to be done at its end. */
    static final class Ending {
        private Ending() {}

        /** Takes the way. */
        public static void main(String[] arguments) {
            switch (arguments[0]) {
                case "slow" -> Background.atExit(Ending::awaitInput, "It is cut");
                case "failing" ->
                    Background.atExit(
                            () -> {
                                throw new IllegalStateException("no\nroom");
                            },
                            "It is cut");
                default ->
                    Background.atExit(
                            () -> {
                                synchronized (LOCK) {
                                    System.out.println("done");
                                }
                            },
                            "It is cut");
            }
            synchronized (LOCK) {
                System.exit(3);
            }
        }

        private static void awaitInput() {
            try {
                System.out.println("begun");
                System.out.println("ended by " + System.in.read());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void pause_afterLongWork_isTwentyTimesAsLongButAtMostAMinuteOrThePeriod() {
        Duration period = Duration.ofSeconds(1);
        assertThat(Background.pauseAfter(Duration.ofMillis(1).toNanos(), period))
                .isEqualTo(period.toNanos());
        assertThat(Background.pauseAfter(Duration.ofSeconds(2).toNanos(), period))
                .isEqualTo(Duration.ofSeconds(40).toNanos());
        assertThat(Background.pauseAfter(Duration.ofMinutes(1).toNanos(), period))
                .isEqualTo(Duration.ofMinutes(1).toNanos());
        assertThat(Background.pauseAfter(Duration.ofMinutes(1).toNanos(), Duration.ofHours(1)))
                .isEqualTo(Duration.ofHours(1).toNanos());
    }

    private Process end(String way) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Ending.class.getName(),
                        way)
                .redirectError(directory.resolve("errors").toFile())
                .start();
    }

    private String errors(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(3);
        return Files.readString(directory.resolve("errors"));
    }

    @Test
    void workAtExit_thatFails_isSaidInOneLine() throws Exception {
        assertThat(errors(end("failing")))
                .isEqualToIgnoringNewLines("step-profiler: It is cut: java.lang.IllegalStateException: no\\u000aroom");
    }

    @Test
    void workAtExit_thatNeedsALockOfTheThreadThatEndsTheProcess_isGivenUpAndSaid() throws Exception {
        assertThat(errors(end("locked")))
                .isEqualToIgnoringNewLines("step-profiler: It is cut: the program ended within a call of the profiler");
    }

    @Test
    @Tag("long")
    void workAtExit_thatTakesLongerThanTenSeconds_isDoneToItsEnd() throws Exception {
        Process process = end("slow");
        BufferedReader printed = process.inputReader(StandardCharsets.UTF_8);
        assertThat(printed.readLine()).isEqualTo("begun");
        assertThat(process.waitFor(11, TimeUnit.SECONDS)).isFalse();
        process.getOutputStream().close();
        assertThat(printed.readLine()).isEqualTo("ended by -1");
        assertThat(errors(process)).isEmpty();
    }
}
