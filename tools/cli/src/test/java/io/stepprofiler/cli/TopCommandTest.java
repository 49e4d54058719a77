package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopCommandTest {
    private final StepProfRun stepprof = new StepProfRun();
    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PrintWriter(written);
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
    void top_withACount_printsThatNumberOfTexts() {
        assertThat(top("2")).as(stepprof.err()).isZero();
        assertThat(stepprof.out().split(" steps/s; last ", -1)).hasSize(3);
        assertThat(stepprof.out()).doesNotContain("\u001b");
    }

    @Test
    void top_ofAJobThatEndsBefore_isIncomplete() throws Exception {
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> top("100000"));
        await().until(() -> stepprof.out().contains(" steps/s"));
        training.end();
        assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.err()).contains("top: The job has ended");
    }

    @Test
    void print_inPlace_goesHomeAndClearsTheRestOfEachLine() {
        LiveOutput live = new LiveOutput(out, true, 2, StandardCharsets.UTF_8);
        assertThat(live.print("▁▂ 5 µs\n")).isTrue();
        assertThat(live.print("b\n")).isFalse();
        assertThat(written.toString())
                .isEqualTo("\u001b[2J\u001b[?7l\u001b[H▁▂ 5 µs\u001b[K\n\u001b[J\u001b[?7h"
                        + "\u001b[?7l\u001b[Hb\u001b[K\n\u001b[J\u001b[?7h");
    }

    @Test
    void print_whereTheCharacterSetHasNoBlocks_isOfAscii() {
        new LiveOutput(out, false, 1, StandardCharsets.US_ASCII).print("▁▂█ … 5 µs\n");
        assertThat(written.toString()).startsWith("_.# . 5 us\n");
    }
}
