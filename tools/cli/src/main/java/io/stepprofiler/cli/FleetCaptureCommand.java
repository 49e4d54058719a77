package io.stepprofiler.cli;

import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.capture.ranks.RankCapture;
import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.capture.ranks.RankResult;
import io.stepprofiler.fleet.report.CaptureRanks;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Captures the same steps of the slow ranks and of one usual rank. */
@Command(
        name = "capture",
        description = {
            "Captures the same steps of the slow ranks and of one usual rank, as 'stepprof capture' does.",
            "The step ledgers name the slow ranks; of a slow host, it captures the slowest rank. The processes register"
                    + " their servers in a directory with the agent's register=DIRECTORY or ServerOptions.register."
        },
        mixinStandardHelpOptions = true)
final class FleetCaptureCommand implements Callable<Integer> {
    @Mixin
    private FleetInput input = new FleetInput();

    @Option(
            names = "--ranks",
            required = true,
            paramLabel = "DIRECTORY",
            description = "shared directory in which the processes have registered")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path directory;

    @Option(names = "--most", paramLabel = "N", description = "most slow ranks; default ${DEFAULT-VALUE}")
    private int most = 4;

    @Mixin
    private WantedCapture wanted = new WantedCapture();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIRECTORY",
            description = "log directory for the run; default ${DEFAULT-VALUE}")
    private Path out = Path.of("log");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = CaptureCommand.Format.class,
            description = "chrome, perfetto, xplane, report, summary, text or pprof; default xplane")
    private FileFormat format = FileFormat.XPLANE;

    @Mixin
    private ServerAccess access = new ServerAccess();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine line = spec.commandLine();
        wanted.check(line);
        if (most < 1) {
            throw new ParameterException(line, "--most = " + most + " is not allowed: must be 1 or more");
        }
        return capture(CaptureRanks.of(input.report(line), most));
    }

    /** Captures the chosen ranks that have registered. */
    int capture(CaptureRanks chosen) throws IOException, InterruptedException {
        CommandLine line = spec.commandLine();
        if (chosen.slow().isEmpty()) {
            throw new IOException("no rank is slower than its peers: 'stepprof capture --ranks " + directory
                    + "' captures all ranks");
        }
        List<Integer> numbers = new ArrayList<>(chosen.slow());
        chosen.usual().ifPresent(numbers::add);
        List<Rank> registered = registered(numbers);
        line.getErr()
                .println("capture: slow " + chosen.slow() + ", usual "
                        + (chosen.usual().isPresent() ? chosen.usual().getAsInt() : "none"));
        RankResult result;
        try (StatusLine status = new StatusLine(line.getErr(), Terminal.isThere())) {
            result = RankCapture.capture(
                    registered,
                    wanted.capture(format),
                    wanted.first(),
                    out,
                    text -> status.show(text.replaceAll("\\d+", ""), text));
        }
        int code = CaptureMessages.print(result, numbers.size(), out, line);
        return Math.max(code, registered.size() < numbers.size() ? ExitCode.INCOMPLETE : ExitCode.DONE);
    }

    private List<Rank> registered(List<Integer> numbers) throws IOException {
        CommandLine line = spec.commandLine();
        InputFiles.checkDirectory(directory);
        Map<Integer, Rank> byNumber = new RankDirectory(directory)
                .byNumber(access.options(), other -> line.getErr().println("capture: left out: " + OneLine.of(other)));
        List<Rank> registered = new ArrayList<>();
        for (int number : numbers) {
            Rank rank = byNumber.get(number);
            if (rank == null) {
                line.getErr().println("capture: missing: rank " + number + " has not registered in " + directory);
            } else {
                registered.add(rank);
            }
        }
        if (registered.isEmpty()) {
            throw new IOException("none of the ranks " + numbers + " has registered in " + directory);
        }
        return registered;
    }
}
