package io.stepprofiler.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.source.JvmCounters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The small loop in a virtual machine of its own, with flags that cannot be set in this one. */
final class ChildLoop {
    private static final int STEPS = 8;

    /** Processor time of the process is counted in hundredths of a second: fewer steps say little of it. */
    private static final int STEPS_WITHOUT_FAULT = 24;

    private ChildLoop() {}

    /** What a step does besides computing, by name. */
    enum Fault {
        NONE,
        STALLS,
        TRAPS,
        COMPILES;

        private void happen(int step) throws Exception {
            switch (this) {
                case NONE -> {}
                case STALLS -> FlagFaults.allocate();
                case TRAPS -> FlagFaults.catchTooLate();
                case COMPILES -> FlagFaults.compileMuch(step);
            }
        }
    }

    /** Runs the loop with a fault; the summary of its window goes to a file. */
    public static void main(String[] args) throws Exception {
        Fault fault = Fault.valueOf(args[0]);
        StepReport report = StepReport.of(SmallLoop.run(
                fault == Fault.NONE ? STEPS_WITHOUT_FAULT : STEPS,
                fault::happen,
                builder ->
                        builder.source(FlightRecorderSource.create()).source(JvmCounters.every(Duration.ofMillis(5)))));
        Files.writeString(Path.of(args[1]), SummaryFile.json(report));
    }

    /** The diagnosis of the loop in a virtual machine with some flags. */
    static Diagnosis diagnosis(Path dir, Fault fault, String... flags) throws Exception {
        Path summary = Files.createTempFile(dir, "child", ".json");
        OwnProcess ended = OwnProcess.run(List.of(flags), ChildLoop.class, fault.name(), summary.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
        return SummaryFile.read(summary).windows().get(0).diagnosis();
    }
}
