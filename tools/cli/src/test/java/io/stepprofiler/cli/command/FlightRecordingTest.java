package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.Traces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with a recording of the JDK's flight recorder. */
class FlightRecordingTest {
    @TempDir
    static Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    /** The event that the profiler writes for a step, as its files define it. */
    @Name("stepprofiler.Step")
    static final class Step extends Event {
        long number;
    }

    @BeforeAll
    static void record() throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.GarbageCollection");
            recording.enable("jdk.GCPhasePause");
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            for (int i = 0; i < 5; i++) {
                Step step = new Step();
                step.number = i;
                step.begin();
                System.gc();
                step.commit();
            }
            recording.stop();
            recording.dump(dir.resolve("run.jfr"));
        }
        byte[] bytes = Files.readAllBytes(dir.resolve("run.jfr"));
        Files.write(dir.resolve("cut.jfr"), Arrays.copyOf(bytes, 100));
    }

    @Test
    void summary_ofARecording_findsItsCollections() {
        assertThat(stepprof.in(dir, "summary @run.jfr")).as(stepprof.err()).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("steps 0 to 4", "paused by the virtual machine");
    }

    @Test
    void report_ofARecording_canBeReadBackAndCompared() {
        assertThat(stepprof.in(dir, "report @run.jfr -o @run.summary.json")).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.in(dir, "diff @run.summary.json -- @run.jfr"))
                .as(stepprof.err())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void convert_ofARecording_keepsItsStepsAndSpans() throws Exception {
        assertThat(stepprof.in(dir, "convert @run.jfr -o @run.json"))
                .as(stepprof.err())
                .isEqualTo(ExitCode.DONE);
        assertThat(Traces.read(dir.resolve("run.json")).steps())
                .extracting(StepMark::number)
                .containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void show_ofACutRecording_namesWhatIsMissing() {
        assertThat(stepprof.in(dir, "show @run.jfr")).isEqualTo(ExitCode.DONE);
        assertThat(stepprof.out()).contains("5 steps", "GC Pause");
        stepprof.clear();
        assertThat(stepprof.in(dir, "show @cut.jfr")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("cut.jfr", "types of its events");
    }
}
