package io.stepprofiler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Commands about runs of many ranks. */
@Command(
        name = "fleet",
        description = "Compares the ranks of a distributed run.",
        mixinStandardHelpOptions = true,
        subcommands = {
            FleetReportCommand.class,
            FleetPackCommand.class,
            FleetWhatIfCommand.class,
            FleetHistoryCommand.class,
            FleetDiffCommand.class,
            FleetCaptureCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
final class FleetCommand {
    @Mixin
    private SparkFleet spark = new SparkFleet();

    /** Made by picocli. */
    FleetCommand() {}

    SparkFleet spark() {
        return spark;
    }
}
