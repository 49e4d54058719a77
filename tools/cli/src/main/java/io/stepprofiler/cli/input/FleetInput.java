package io.stepprofiler.cli.input;

import io.stepprofiler.fleet.report.FleetReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The step ledgers of one run that a command is about, and labels of its ranks. */
public final class FleetInput {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "step ledgers of one run, directories of these, and patterns such as 'log/*.steps'; for ranks "
                            + "without a ledger, traces, journals and reports")
    private List<Path> given = List.of();

    @Mixin
    private PlaceLabels labels = new PlaceLabels();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    /**
     * Reads and compares the ranks.
     *
     * @throws IOException if no ledger can be read, or they are more than a fleet may have
     */
    public FleetReport report(Subcommand command) throws IOException {
        FleetReport report = LedgerFiles.read(given, limits, command).report(labels.toPlaces());
        labels.check(report.read().steps().places());
        return report;
    }

    /** Returns the ledgers as words of a command. */
    public String words() {
        return given.stream().map(FleetInput::word).collect(Collectors.joining(" "));
    }

    private static String word(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./=:@%+,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
