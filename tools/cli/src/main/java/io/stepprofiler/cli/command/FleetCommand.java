package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.live.FleetCaptureCommand;
import io.stepprofiler.cli.spark.SparkFleet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Commands about runs of many ranks. */
@Command(
        name = "fleet",
        description = "Compares the ranks of a distributed run.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = ExitCode.HEADING,
        exitCodeList = {ExitCode.IF_DONE, ExitCode.IF_INCOMPLETE, ExitCode.IF_FAILED},
        subcommands = {
            FleetReportCommand.class,
            FleetPackCommand.class,
            FleetWhatIfCommand.class,
            FleetHistoryCommand.class,
            FleetDiffCommand.class,
            FleetCaptureCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class FleetCommand {
    @Mixin(name = SparkFleet.MIXIN)
    @SuppressWarnings("unused") // Found by its name.
    private SparkFleet spark = new SparkFleet();
}
