package io.stepprofiler.cli.live;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.client.RemoteCapture;
import io.stepprofiler.capture.client.RunningJob;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.capture.ranks.RankDirectory;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.StatusLine;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.WrittenFiles;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Captures steps of running programs. */
@Command(
        name = "capture",
        description = {
            "Captures the next steps of a running program, and writes a file.",
            "The program need not be prepared: 'stepprof ps' lists training programs. Its own profile, if it "
                    + "has one, is not disturbed. Several targets record the same steps and become one run with one "
                    + "worker per target.",
            "",
            "  stepprof capture 4242                           five steps of a process",
            "  stepprof capture 4242 --steps 3 -o report.html  three steps as a report",
            "  stepprof capture 4242 --step acme.Train.step    steps of a loop without marks",
            "  stepprof capture 4242 --duration 2s             two seconds, without steps",
            "  stepprof capture gpu1:9012 gpu2:9012 --at 1000  the same steps of two machines",
            ""
        })
public final class CaptureCommand extends Subcommand {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /** Formats by their names. */
    static final class Format implements ITypeConverter<FileFormat> {
        @Override
        public FileFormat convert(String text) {
            try {
                return FileFormat.of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "TARGET",
            description = "a process id, a port of this machine, or host:port; each of several targets is a rank")
    private List<String> targets = List.of();

    @Option(
            names = "--all",
            paramLabel = "FILE",
            description = "capture the same steps of all targets listed in a file, one per line")
    private @Nullable Path hosts;

    @Option(
            names = "--ranks",
            paramLabel = "DIRECTORY",
            description = "capture all processes registered in a shared directory with the agent's register=DIRECTORY"
                    + " or ServerOptions.register")
    private @Nullable Path ranks;

    @Mixin
    private WantedCapture wanted = new WantedCapture();

    @Option(
            names = "--snapshot",
            description =
                    "fetch the history that the program's profile keeps, if it keeps one, instead of capturing the"
                            + " next steps")
    private boolean snapshot;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "file to write; its name determines the format; for several targets the log directory for"
                    + " their run, by default log")
    private @Nullable Path out;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Format.class,
            description = "chrome, perfetto, xplane, report, summary, text or pprof; by default taken"
                    + " from the file name, else chrome; xplane for several targets")
    private @Nullable FileFormat format;

    @Option(names = "--open", description = "open the file when it is written: a report in the browser")
    private boolean open;

    @Mixin
    private Targets access = new Targets();

    private boolean isRankLeftOut;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        if (hosts == null && ranks == null && targets.size() == 1) {
            return one(access.find(targets.get(0), this));
        }
        return all(members());
    }

    private void check() {
        int ways = (targets.isEmpty() ? 0 : 1) + (hosts == null ? 0 : 1) + (ranks == null ? 0 : 1);
        if (ways == 0) {
            throw refusal("Missing the target: a process id ('stepprof ps' lists them), a port, or host:port");
        }
        if (ways > 1) {
            throw refusal("Targets, --all and --ranks cannot be combined");
        }
        for (String target : targets) {
            if (!Targets.isTarget(target)) {
                throw refusal("TARGET = '" + OneLine.of(target)
                        + "' is not understood: must be a process id, a port, or" + " host:port");
            }
        }
        wanted.check(this);
        if (snapshot && (targets.size() != 1)) {
            throw refusal("--snapshot goes with one target");
        }
    }

    private List<Rank> members() throws IOException {
        if (hosts != null) {
            return access.listedIn(hosts, this);
        }
        if (ranks != null) {
            InputFile.checkDirectory(ranks);
            List<Rank> registered = new RankDirectory(ranks).ranks(access.options(), this::leaveOut);
            if (registered.isEmpty()) {
                throw new IOException("no process has registered in " + ranks
                        + ": run the processes with the agent's server=0,register=" + ranks + ", or with"
                        + " ServerOptions.register");
            }
            return registered;
        }
        List<Rank> members = new ArrayList<>();
        for (String target : targets) {
            members.add(access.find(target, this));
        }
        return members;
    }

    private void leaveOut(String rank) {
        remark("left out: " + rank);
        isRankLeftOut = true;
    }

    private int one(Rank target) throws IOException {
        FileFormat chosen = formatOr(FileFormat.CHROME);
        try (CaptureClient client = CaptureClient.connect(target.host(), target.port(), target.options())) {
            RunningJob job = client.status();
            CaptureMessages.tell(job, this);
            Path file = out != null ? out : Path.of(name(job, chosen));
            WrittenFiles.check(List.of(file));
            WrittenFiles.tryOut(file);
            FetchedTrace trace = fetch(client, chosen, file);
            CaptureMessages.print(trace, this);
            if (open) {
                CaptureMessages.open(trace.file());
            }
            return trace.trace().partial() ? ExitCode.INCOMPLETE : ExitCode.DONE;
        }
    }

    private FetchedTrace fetch(CaptureClient client, FileFormat chosen, Path file) throws IOException {
        try (StatusLine status = progress()) {
            if (snapshot) {
                status.show("snapshot", "fetches the history");
                return client.snapshot("stepprof capture --snapshot", chosen, file);
            }
            RemoteCapture capture = wanted.capture(chosen);
            RemoteCapture placed =
                    wanted.first().isPresent() ? capture.from(wanted.first().getAsLong()) : capture;
            return client.capture(placed, file, status::show);
        }
    }

    private int all(List<Rank> members) throws IOException, InterruptedException {
        Path logDirectory = out != null ? out : Path.of("log");
        FileFormat chosen = format != null ? format : FileFormat.XPLANE;
        int code = CaptureMessages.capture(members, members.size(), wanted, chosen, logDirectory, this);
        return Math.max(code, isRankLeftOut ? ExitCode.INCOMPLETE : ExitCode.DONE);
    }

    private FileFormat formatOr(FileFormat other) {
        if (format != null) {
            return format;
        }
        if (out != null) {
            return FileFormat.ofEnding(out.toString())
                    .orElseThrow(() -> refusal("No format is known for the ending of " + out
                            + ": give it one with --format; known endings: "
                            + Arrays.stream(FileFormat.values())
                                    .map(FileFormat::ending)
                                    .collect(Collectors.joining(", "))));
        }
        return open ? FileFormat.REPORT : other;
    }

    private static String name(RunningJob job, FileFormat format) {
        String time = TIME.format(Instant.now().atZone(ZoneId.systemDefault()));
        return "capture-" + job.process().pid() + "-" + time + format.ending();
    }
}
