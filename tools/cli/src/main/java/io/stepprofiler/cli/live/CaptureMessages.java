package io.stepprofiler.cli.live;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.FetchedTrace.RemoteTrace;
import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.client.RunningJob;
import io.stepprofiler.capture.client.RunningJob.RemoteProcess;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.capture.ranks.RankCapture;
import io.stepprofiler.capture.ranks.RankResult;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.StatusLine;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Messages about captures that were written. */
final class CaptureMessages {

    private CaptureMessages() {}

    /** Describes a process in words. */
    static String of(RemoteProcess process) {
        String name = process.name().isEmpty() ? "a program" : process.name();
        String rank = process.rank().isPresent() ? ", rank " + process.rank().getAsInt() : "";
        return name + " (process " + process.pid() + " on " + process.host() + rank + ")";
    }

    /** Tells which program a command captures, and its step. */
    static void tell(RunningJob job, Subcommand command) {
        String steps = job.steps().marked()
                ? "at step " + job.steps().current() + ", "
                        + Amount.number(job.steps().perSecond()) + " steps/s"
                : "no step so far; if none comes, name the method that is a step with --step=class.method, or capture a"
                        + " time with --duration=2s";
        String profile = job.profile()
                .map(each -> ", profile '" + each.name() + "': " + each.schedule())
                .orElse("");
        command.remark(of(job.process()) + ", " + steps + profile);
    }

    static void print(FetchedTrace fetched, Subcommand command) {
        PrintWriter out = command.out();
        RemoteTrace trace = fetched.trace();
        out.println("Wrote " + OneLine.of(fetched.file().toString()) + " (" + Amount.bytes(fetched.bytes()) + "): "
                + steps(trace) + " of " + of(trace.process()));
        out.println(trace.account());
        out.println(howToOpen(fetched.format(), OneLine.of(fetched.file().toString())));
        out.flush();
        tellRemarks(trace, command);
    }

    /**
     * Captures the same steps of several ranks and prints the result; returns the exit code.
     *
     * @param asked number of ranks asked for; some may be missing among the ranks
     */
    static int capture(
            List<Rank> ranks, int asked, WantedCapture wanted, FileFormat format, Path logDirectory, Subcommand command)
            throws IOException, InterruptedException {
        RankResult result;
        try (StatusLine status = command.progress()) {
            result = RankCapture.capture(
                    ranks,
                    wanted.capture(format),
                    wanted.first(),
                    logDirectory,
                    text -> status.show(text.replaceAll("\\d+", ""), text));
        }
        PrintWriter out = command.out();
        boolean isPartial = false;
        for (FetchedTrace fetched : result.traces()) {
            out.println("Wrote " + OneLine.of(fetched.file().toString()) + " (" + Amount.bytes(fetched.bytes()) + "): "
                    + steps(fetched.trace()) + " of " + of(fetched.trace().process()));
            tellRemarks(fetched.trace(), command);
            isPartial |= fetched.trace().partial();
        }
        result.missing().forEach(each -> command.remark("missing: " + each));
        if (result.traces().isEmpty()) {
            command.remark("none of " + asked + " ranks could be captured");
            return ExitCode.FAILED;
        }
        out.println(result.traces().size() + " of " + asked + " ranks. "
                + howToOpenRun(result.traces().get(0).format(), OneLine.of(logDirectory.toString())));
        out.flush();
        return result.missing().isEmpty() && !isPartial && ranks.size() == asked ? ExitCode.DONE : ExitCode.INCOMPLETE;
    }

    private static void tellRemarks(RemoteTrace trace, Subcommand command) {
        trace.remarks().forEach(command::remark);
        if (trace.partial() && trace.remarks().isEmpty()) {
            command.remark("the trace has less than was requested");
        }
    }

    private static String steps(RemoteTrace trace) {
        if (trace.firstStep().isEmpty()) {
            return Amount.time(trace.duration().toNanos()) + " without steps";
        }
        long first = trace.firstStep().getAsLong();
        return trace.steps() == 1 ? "step " + first : "steps " + first + " to " + (first + trace.steps() - 1);
    }

    private static String howToOpen(FileFormat format, String file) {
        return switch (format) {
            case CHROME -> "Open it at https://ui.perfetto.dev, or read it: stepprof report " + file;
            case PERFETTO -> "Open it at https://ui.perfetto.dev";
            case XPLANE ->
                "Read it: stepprof report " + file + "; TensorBoard wants it as"
                        + " LOGDIR/plugins/profile/RUN/HOST.xplane.pb";
            case REPORT -> "Open it in a browser; it needs no network";
            case SUMMARY -> "Read it: stepprof report " + file + "; compare it: stepprof diff " + file + " OTHER";
            case TEXT -> "Read it: less " + file;
            case PPROF -> "Open it: go tool pprof -http=: " + file;
        };
    }

    private static String howToOpenRun(FileFormat format, String logDirectory) {
        return switch (format) {
            case XPLANE ->
                "Open them with TensorBoard and its plugin tensorboard-plugin-profile: tensorboard --logdir "
                        + logDirectory;
            case CHROME ->
                "Open them with TensorBoard and its plugin torch_tb_profiler: tensorboard --logdir " + logDirectory;
            default -> "They are below " + logDirectory;
        };
    }

    /** Opens a file as the desktop would. */
    static void open(Path file) throws IOException {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String program = system.contains("mac") ? "open" : "xdg-open";
        try {
            new ProcessBuilder(program, file.toAbsolutePath().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("the file is written, but cannot be opened here: there is no " + program, e);
        }
    }
}
