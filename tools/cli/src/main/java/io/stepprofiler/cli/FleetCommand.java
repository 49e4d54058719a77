package io.stepprofiler.cli;

import picocli.CommandLine.Command;

/** Commands about runs of many ranks. */
@Command(
        name = "fleet",
        description = "Compares the ranks of a distributed run.",
        mixinStandardHelpOptions = true,
        subcommands = {FleetReportCommand.class, FleetWhatIfCommand.class, FleetHistoryCommand.class},
        synopsisSubcommandLabel = "COMMAND")
final class FleetCommand {}
