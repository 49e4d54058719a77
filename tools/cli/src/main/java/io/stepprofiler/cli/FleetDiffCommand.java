package io.stepprofiler.cli;

import io.stepprofiler.fleet.history.FleetDiff;
import io.stepprofiler.report.faces.FleetDiffText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two runs of a job by the numbers of their ranks. */
@Command(
        name = "diff",
        description = {
            "Compares two runs of a job by the numbers of their ranks.",
            "It names what differs, compares the whole runs, and names the ranks and hosts that became slower than the"
                    + " other ranks did. 'stepprof fleet history' compares more than two runs."
        },
        mixinStandardHelpOptions = true)
final class FleetDiffCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BASE", description = "directory of the step ledgers of the base")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path base;

    @Parameters(index = "1", paramLabel = "NEW", description = "directory of the step ledgers of the new run")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path next;

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        LedgerFiles ofBase = LedgerFiles.read(List.of(base), limits, line);
        LedgerFiles ofNext = LedgerFiles.read(List.of(next), limits, line);
        FleetDiff diff = FleetDiff.of(
                ofBase.ledgers(),
                ofBase.report(UnaryOperator.identity()),
                ofNext.ledgers(),
                ofNext.report(UnaryOperator.identity()));
        line.getOut().print(FleetDiffText.of(diff));
        return ofBase.unread().isEmpty() && ofNext.unread().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }
}
