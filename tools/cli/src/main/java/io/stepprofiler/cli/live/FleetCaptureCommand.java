package io.stepprofiler.cli.live;

import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.cli.input.FleetInput;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.fleet.report.CaptureRanks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Captures the same steps of the slow ranks and of one usual rank. */
@Command(
        name = "capture",
        description = {
            "Captures the same steps of the slow ranks and of one usual rank, as 'stepprof capture' does.",
            "The step ledgers name the slow ranks; of a slow host, it captures the slowest rank. The processes register"
                    + " their servers in a directory with the agent's register=DIRECTORY or ServerOptions.register."
        })
public final class FleetCaptureCommand extends Subcommand {
    @Mixin
    private FleetInput input = new FleetInput();

    @Option(
            names = "--ranks",
            required = true,
            paramLabel = "DIRECTORY",
            description = "shared directory in which the processes have registered")
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

    @Override
    public Integer call() throws IOException, InterruptedException {
        wanted.check(this);
        if (most < 1) {
            throw refusal("--most = " + most + " is not allowed: must be 1 or more");
        }
        return capture(CaptureRanks.of(input.report(this), most));
    }

    /** Captures the chosen ranks that have registered. */
    int capture(CaptureRanks chosen) throws IOException, InterruptedException {
        if (chosen.slow().isEmpty()) {
            throw new IOException("no rank is slower than its peers: 'stepprof capture --ranks " + directory
                    + "' captures all ranks");
        }
        List<Integer> numbers = new ArrayList<>(chosen.slow());
        chosen.usual().ifPresent(numbers::add);
        List<Rank> registered = registered(numbers);
        remark("slow " + chosen.slow() + ", usual "
                + (chosen.usual().isPresent() ? chosen.usual().getAsInt() : "none"));
        return CaptureMessages.capture(registered, numbers.size(), wanted, format, out, this);
    }

    private List<Rank> registered(List<Integer> numbers) throws IOException {
        InputFile.checkDirectory(directory);
        Map<Integer, Rank> byNumber =
                new RankDirectory(directory).byNumber(access.options(), other -> remark("left out: " + other));
        List<Rank> registered = new ArrayList<>();
        for (int number : numbers) {
            Rank rank = byNumber.get(number);
            if (rank == null) {
                remark("missing: rank " + number + " has not registered in " + directory);
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
