package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.LedgerFiles;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.TableCommand;
import io.stepprofiler.fleet.history.FleetDiff;
import io.stepprofiler.report.faces.FleetDiffText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Compares two runs of a job by the numbers of their ranks. */
@Command(
        name = "diff",
        description = {
            "Compares two runs of a job by the numbers of their ranks.",
            "It names what differs, compares the whole runs, and names the ranks and hosts that became slower than the"
                    + " other ranks did. 'stepprof fleet history' compares more than two runs."
        })
final class FleetDiffCommand extends TableCommand {
    @Parameters(index = "0", paramLabel = "BASE", description = "directory of the step ledgers of the base")
    private Path base;

    @Parameters(index = "1", paramLabel = "NEW", description = "directory of the step ledgers of the new run")
    private Path next;

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Override
    public Integer call() throws IOException {
        LedgerFiles ofBase = LedgerFiles.read(List.of(base), limits, this);
        LedgerFiles ofNext = LedgerFiles.read(List.of(next), limits, this);
        FleetDiff diff = FleetDiff.of(
                ofBase.heads(),
                ofBase.report(UnaryOperator.identity()),
                ofNext.heads(),
                ofNext.report(UnaryOperator.identity()));
        out().print(isCsv ? csv(diff.ranks()) : FleetDiffText.of(diff));
        return ofBase.unread().isEmpty() && ofNext.unread().isEmpty() ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }
}
