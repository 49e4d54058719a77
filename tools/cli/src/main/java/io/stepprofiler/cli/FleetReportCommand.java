package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.FleetText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports which ranks, hosts or causes the others wait for, from the step ledgers of a run. */
@Command(
        name = "report",
        description = {
            "Reports which ranks, hosts and causes the others wait for.",
            "It compares all steps of all ranks by their step ledgers, the files *.steps that each profile and agent "
                    + "writes beside its other files."
        },
        mixinStandardHelpOptions = true)
final class FleetReportCommand implements Callable<Integer> {
    private static final int MAX_DEPTH = 8;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "step ledgers of one run, or directories of these")
    private List<Path> given = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        List<InputFile> files = files();
        List<StepLedger> ledgers = new ArrayList<>();
        int leftOut = ReadFiles.each(files, file -> ledgers.add(StepLedger.read(file.path())), line);
        FleetLedgers read = FleetLedgers.of(ledgers);
        FleetComparison fleet = FleetComparison.of(read.steps(), read.worldSize());
        line.getOut().print(FleetText.of(read, fleet, leftOut));
        line.getOut().flush();
        return leftOut > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
    }

    private List<InputFile> files() throws IOException {
        List<InputFile> files = new ArrayList<>();
        for (Path each : given) {
            if (Files.isDirectory(each)) {
                List<InputFile> found = in(each);
                if (found.isEmpty()) {
                    throw new IOException(each + " contains no step ledger (*" + StepLedger.SUFFIX + ")");
                }
                files.addAll(found);
            } else {
                files.add(new InputFile(each, each.toString(), each, false));
            }
        }
        return files;
    }

    private static List<InputFile> in(Path directory) throws IOException {
        try (Stream<Path> inside = Files.walk(directory, MAX_DEPTH)) {
            return inside.filter(file -> file.toString().endsWith(StepLedger.SUFFIX) && Files.isRegularFile(file))
                    .sorted()
                    .map(file -> new InputFile(file, directory.relativize(file).toString(), directory, false))
                    .toList();
        }
    }
}
