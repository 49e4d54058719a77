package io.stepprofiler.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.StepCapture;
import io.stepprofiler.cli.ServedLoop;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Terminal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopCommandTest {
    private final StepProfRun stepprof = new StepProfRun();
    private ServedLoop training;

    @BeforeEach
    void start() throws Exception {
        training = ServedLoop.start();
    }

    @AfterEach
    void end() throws Exception {
        training.end();
    }

    private int top(String count) {
        return stepprof.run("top", "localhost:" + training.port(), "-n", count, "--interval", "200ms");
    }

    @Test
    void top_withACount_printsThatNumberOfSummaries() {
        assertThat(top("2")).as(stepprof.err()).isZero();
        assertThat(stepprof.out().split("capture.json.gz, ", -1)).hasSize(3);
        assertThat(stepprof.out().split("\\nStep breakdown, 5 steps: min ", -1)).hasSize(3);
        assertThat(stepprof.out()).contains("  work\n").doesNotContain("\u001b");
        assertThat(stepprof.err()).contains("top: ", ", at step ", " steps/s").hasLineCount(1);
    }

    @Test
    void top_ofAJobThatEndsBefore_isIncomplete() throws Exception {
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> top("100000"));
        await().until(() -> stepprof.out().contains("5 steps: "));
        training.end();
        assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.err()).contains("top: The job has ended");
    }

    @Test
    void top_whileAnotherCaptures_saysSoAndIsIncomplete() {
        StepCapture other = Captures.begin(
                CaptureRequest.ofSteps(10_000).holder("the other").within(Duration.ofHours(1)));
        assertThat(top("1")).isEqualTo(ExitCode.INCOMPLETE);
        other.cancel();
        assertThat(stepprof.out())
                .contains("Busy with another capture: 10000 steps for the other")
                .hasLineCount(2);
    }

    @Test
    void top_givesWayToACapture() throws Exception {
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> stepprof.run("top", "localhost:" + training.port(), "-n", "1", "--steps", "10000"));
        await().until(() -> Captures.current().isPresent());
        StepCapture other = Captures.begin(CaptureRequest.ofSteps(1).holder("the other"));
        assertThat(other.trace().get(30, TimeUnit.SECONDS).steps()).hasSize(1);
        assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.out()).contains("gave way to a capture of 1 step for the other");
    }

    @Test
    void fit_ofATextThatIsTooLong_endsWithTheNumberOfLinesLeftOut() {
        Terminal.Size size = new Terminal.Size(5, 10);
        assertThat(size.fit("a\nb\nc\nd\n")).isEqualTo("a\nb\nc\nd\n");
        assertThat(size.fit("a\nb\nc\nd\ne\n")).isEqualTo("a\nb\nc\n... 2 lines more\n");
        // A line that is wider than the terminal needs two rows.
        assertThat(size.fit("a\nof eleven !\nc\nd\n")).isEqualTo("a\nof eleven !\n... 2 lines more\n");
    }
}
