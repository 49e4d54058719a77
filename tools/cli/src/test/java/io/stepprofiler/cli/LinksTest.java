package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinksTest {
    @TempDir
    private Path dir;

    private final StepProfRun run = new StepProfRun();

    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(dir.resolve("run"));
        TraceBuilder trace = new TraceBuilder();
        trace.thread(1, "main").add(trace.nameId("forward"), 1000, 5000);
        for (int step = 0; step < 4; step++) {
            trace.step(new StepMark(step, 10_000_000L * step, 10_000_000, 1, false, 9_000_000));
        }
        trace.build().export(dir.resolve("run/a.json"));
        link("latest", "run");
        link("chain", "latest");
    }

    private void link(String name, String target) throws IOException {
        Files.createSymbolicLink(dir.resolve(name), Path.of(target));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "summary @latest",
                "report @latest",
                "show @chain",
                "functions @latest",
                "diff @latest -- @chain",
                "convert @latest @out.json",
                "fleet report @latest"
            })
    void run_byALink_isRead(String command) {
        assertThat(run.in(dir, command)).as(run.err()).isZero();
    }

    @Test
    void directory_withARunAndLinksToIt_hasItOnce() throws IOException {
        link("run/again.json", "a.json");
        link("run/loop", ".");
        link("run/up", "..");

        for (String each : new String[] {"@", "@run", "@latest"}) {
            assertThat(run.in(dir, "show " + each)).as(run.err()).isZero();
            assertThat(run.out()).contains("Trace[").doesNotContain("== ");
            run.clear();
        }
    }

    @Test
    void link_toAFileOfAnotherDirectory_isRead() throws IOException {
        Files.createDirectory(dir.resolve("other"));
        link("other/b.json", "../run/a.json");

        assertThat(run.in(dir, "summary @other")).isZero();
        assertThat(run.out()).startsWith("b.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary @run", "show @run", "report @run", "convert @run @out.json"})
    void link_thatLeadsToNoFile_isNamedAndTheOthersAreRead(String command) throws IOException {
        link("run/dead.json", "nowhere");
        link("run/self", "self");

        assertThat(run.in(dir, command)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.err())
                .contains("left out: " + dir.resolve("run/dead.json")
                        + ": it is a link to nowhere, which leads to no file")
                .contains("run/self: ");
    }

    @Test
    void journals_ofALinkedDirectory_areListed() throws IOException {
        assertThat(run.in(dir, "journals @latest")).isZero();
    }
}
