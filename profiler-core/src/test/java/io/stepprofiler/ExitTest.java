package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left of a window when its process ends. */
class ExitTest {
    private static final String UNCAUGHT = "uncaught java.lang.IllegalStateException on thread main";
    private static final String MIDDLE = "stopped in the middle of step 2";

    @TempDir
    private Path directory;

    private String run(int status, ExitLoop.End end, boolean history, boolean closed, int timeoutMillis)
            throws Exception {
        Path file = directory.resolve("traces.txt");
        OwnProcess ended = OwnProcess.run(
                List.of(),
                ExitLoop.class,
                file.toString(),
                end.name(),
                Boolean.toString(history),
                Boolean.toString(closed),
                Integer.toString(timeoutMillis));
        assertThat(ended.exit()).as(ended.output()).isEqualTo(status);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @ParameterizedTest(name = "{0}, history {2}, closed {3}")
    @CsvSource(
            delimiter = ';',
            value = {
                "EXIT;   3; false; false; partial | | step 0 step 1 (step 2)",
                "EXIT;   3; true;  true;  partial | " + MIDDLE + " | step 0 step 1 (step 2)",
                "RETURN; 0; false; true;  partial | | step 0 step 1 step 2",
                "RETURN; 0; true;  false; partial | " + MIDDLE + " | step 0 step 1 step 2",
                "THROW;  1; false; false; partial | | step 0 step 1 step 2",
            })
    void window_openWhenTheProcessEnds_isDeliveredPartial(
            ExitLoop.End end, int status, boolean history, boolean closed, String expected) throws Exception {
        assertThat(run(status, end, history, closed, 60_000)).isEqualTo(expected + "\n");
        assertThat(directory.resolve("traces.txt.closed")).hasContent("closed\n");
    }

    @Test
    void history_whoseMainThreadDies_isDeliveredOnceWithTheReason() throws Exception {
        // As a snapshot, or as all of the window if the process was faster.
        assertThat(run(1, ExitLoop.End.THROW, true, false, 60_000))
                .matches("(whole|partial) \\| " + UNCAUGHT + " \\| step 0 step 1 step 2\n");
    }

    /** The timeout is that of a process that hangs: it would fail the test. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "EXIT_INSIDE_STEP; partial | | step 0 step 1 step 2",
                "EXIT_INSIDE_HANDLER; ''",
                "EXIT_INSIDE_SYNCHRONOUS_HANDLER; ''",
                "EXIT_INSIDE_HANDLER_AT_STOP; ''",
            })
    void process_endedFromInsideTheProfiler_endsAtOnceWithWhatCanBeDelivered(ExitLoop.End end, String expected)
            throws Exception {
        assertThat(run(ExitLoop.STATUS, end, false, false, 600_000)).isEqualToIgnoringNewLines(expected);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void window_withoutTimeAtTheExit_isNotDelivered(boolean history) throws Exception {
        assertThat(run(ExitLoop.STATUS, ExitLoop.End.EXIT, history, false, 0)).isEmpty();
    }
}
