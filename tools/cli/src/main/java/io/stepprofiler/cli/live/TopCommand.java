package io.stepprofiler.cli.live;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.client.RemoteCapture;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.cli.input.Reporting;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.StatusLine;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Captures a few steps of a running program again and again, and shows the summary of each capture. */
@Command(
        name = "top",
        description = {
            "Shows why the steps of a running program are slow, again and again.",
            "It captures a few steps, shows what 'stepprof summary' shows of a file, waits, and captures the next "
                    + "steps, until Ctrl-C. The program need not be prepared: 'stepprof ps' lists training programs. "
                    + "Its own profile, if it has one, is not disturbed.",
            "",
            "  stepprof top 4242                        a process, refreshed in place",
            "  stepprof top 4242 --step acme.Train.step a loop without marks",
            "  stepprof top gpu1:9012 --steps 1         a server of another machine",
            "  stepprof top 4242 --plain -n 3           three times as text, for a file",
            ""
        })
public final class TopCommand extends Subcommand {
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(200);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    /** Moves to the top left. */
    private static final String HOME = "\u001b[H";

    private static final String REST_OF_LINE = "\u001b[K\n";
    private static final String REST_OF_SCREEN = "\u001b[J";

    @Parameters(paramLabel = "TARGET", description = "a process id, a port of this machine, or host:port")
    private String target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "5s",
            converter = WantedCapture.Time.class,
            description = "time from a summary to the next capture, 200ms to 1m; by default ${DEFAULT-VALUE}")
    private Duration interval;

    @Option(names = "--plain", description = "print each summary below the last one, as without a terminal")
    private boolean plain;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "COUNT",
            description = "end after this number of captures, printed one below the other")
    private long count;

    @Mixin
    private WantedCapture wanted = new WantedCapture();

    @Mixin
    private Targets access = new Targets();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Rank found = access.find(target, this);
        Path directory = Files.createTempDirectory("stepprof-top-");
        Path file = directory.resolve("capture" + FileFormat.CHROME.ending());
        // Ctrl-C ends the process at once; the directory is deleted after the file in it.
        directory.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        try (CaptureClient client = CaptureClient.connect(found.host(), found.port(), found.options())) {
            CaptureMessages.tell(client.status(), this);
            return repeat(client, file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }

    private int repeat(CaptureClient client, Path file) throws IOException, InterruptedException {
        boolean isInPlace = !plain && count == 0 && Terminal.isStandardOutput();
        int exitCode = ExitCode.DONE;
        for (long round = 1; ; round++) {
            String text;
            try {
                text = summary(capture(client, file, round == 1));
            } catch (CaptureClientException e) {
                switch (e.kind()) {
                    case BUSY, FAILED -> {
                        text = OneLine.of(Reason.of(e)) + "\n";
                        exitCode = ExitCode.INCOMPLETE;
                    }
                    case UNREACHABLE -> {
                        remark("The job has ended, or its server: " + Reason.of(e));
                        return count > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
                    }
                    default -> throw e;
                }
            }
            print(text, isInPlace);
            // The reader of a pipe may have ended.
            if (round == count || Terminal.isOutputLost(out())) {
                return exitCode;
            }
            Thread.sleep(interval.toMillis());
        }
    }

    private FetchedTrace capture(CaptureClient client, Path file, boolean isFirst) throws IOException {
        RemoteCapture next = wanted.capture(FileFormat.CHROME)
                .holder("stepprof top of " + System.getProperty("user.name", "somebody"))
                .yielding();
        RemoteCapture capture =
                isFirst && wanted.first().isPresent() ? next.from(wanted.first().getAsLong()) : next;
        if (!Terminal.isThere()) {
            return client.capture(capture, file, state -> {});
        }
        try (StatusLine status = progress()) {
            return client.capture(capture, file, status::show);
        }
    }

    private String summary(FetchedTrace fetched) throws IOException {
        StringBuilder text = new StringBuilder();
        fetched.trace().remarks().forEach(remark -> text.append(remark).append('\n'));
        Reporting reporting = new Reporting();
        try (RunInput input =
                RunInput.ofWindows(InputFile.of(List.of(fetched.file()), false), reporting.limits(), this)) {
            StepReport report =
                    reporting.read(input, Form.TEXT, this, window -> {}).report();
            return text.append(ReportDocument.text(report)).toString();
        }
    }

    private void print(String text, boolean isInPlace) {
        if (isInPlace) {
            out().print(HOME + Terminal.size().fit(text).replace("\n", REST_OF_LINE) + REST_OF_SCREEN);
        } else {
            out().println(text);
        }
        out().flush();
    }

    private void check() {
        if (!Targets.isTarget(target)) {
            throw refusal("TARGET = " + OneLine.of(target)
                    + " is not allowed: must be a process id, a port of this machine, or host:port");
        }
        if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw refusal("--interval = " + interval.toMillis() + "ms is not allowed: must be 200ms to 1m");
        }
        if (count < 0) {
            throw refusal("--count = " + count + " is not allowed: must be 1 or more");
        }
        wanted.check(this);
    }
}
