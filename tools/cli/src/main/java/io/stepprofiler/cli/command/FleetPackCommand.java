package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.cli.spark.SparkFleet;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.report.faces.FleetDocument;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.text.SafeName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Packs the step ledgers of a run into Parquet tables. */
@Command(
        name = SparkFleet.PACK,
        description = {
            "Packs the step ledgers of a run into Parquet tables: ranks, steps, syncs, unreadable and findings.",
            "Other commands read the tables many times faster than thousands of files. Nothing is done if the tables "
                    + "are there from the same files."
        })
final class FleetPackCommand extends Subcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "step ledgers of one run, directories of these, and patterns such as 'log/*.steps'; no traces")
    private List<Path> given = List.of();

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "LAKE",
            description = "directory for the tables of this and other runs, each in a directory run=NAME")
    private Path lake = Path.of("");

    @Option(names = "--run", paramLabel = "NAME", description = "name of the run; by default, that of its directory")
    private @Nullable String run;

    @Override
    public Integer call() throws IOException {
        FleetEngine engine = FleetEngine.installed()
                .orElseThrow(() -> new IOException("--engine java is not allowed: Parquet tables need spark"));
        String name = name();
        String packed = lake.resolve("run=" + name).toString();
        Optional<FleetReport> report = engine.pack(given, lake, name);
        if (report.isEmpty()) {
            out().println("Nothing to do: the same files are in " + OneLine.of(packed));
            return ExitCode.DONE;
        }
        out().println("Wrote " + OneLine.of(packed));
        out().println(OneLine.of(FleetDocument.lastLine(report.get(), packed)));
        return exitCode(report.get());
    }

    private int exitCode(FleetReport report) {
        int missing = report.read().worldSize() - report.read().steps().places().size();
        if (missing > 0) {
            remark("ranks without a step ledger: " + missing
                    + "; traces are not packed: 'stepprof fleet report' of the files reads them");
        }
        return missing == 0 && report.unread().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }

    private String name() throws IOException {
        Path last = given.get(0).toAbsolutePath().normalize().getFileName();
        String name = run != null ? run : String.valueOf(last);
        if (name.isEmpty() || !SafeName.of(name).equals(name)) {
            throw new IOException("--run " + name + " is not allowed: must be a name that files can have");
        }
        return name;
    }
}
