package io.stepprofiler.cli;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.Rank;
import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.cli.top.FullScreen;
import io.stepprofiler.cli.top.Glyphs;
import io.stepprofiler.cli.top.Palette;
import io.stepprofiler.cli.top.PlainText;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a running program does now. */
@Command(
        name = "top",
        description = {
            "Shows what a running program does now, anew each second: steps and their times, where the time goes, heap,",
            "collections, processors. The program need not be prepared: 'stepprof ps' lists those that train.",
            "",
            "  stepprof top 4242                  a process, on the whole terminal; h explains the keys",
            "  stepprof top gpu1:9012             a server of another machine",
            "  stepprof top 4242 --plain -n 3     three times as text, for a file or a pipe",
            ""
        },
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TARGET", description = "a process id, a port of this machine, or host:port")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = WantedCapture.Time.class,
            description = "time from one look to the next, 200ms to 1m; by default ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private Duration interval;

    @Option(names = "--plain", description = "text without a screen, as where there is no terminal")
    private boolean plain;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "COUNT",
            description = "end after so many looks; as text")
    private long count;

    @Option(
            names = "--no-captures",
            description = "take no short captures: nothing of where the time of steps goes is shown")
    private boolean withoutCaptures;

    @Mixin
    private TargetAccess access = new TargetAccess();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Made by picocli. */
    TopCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Rank found = access.targets(line -> err.println("top: " + line)).find(target);
        String why;
        try (CaptureClient client = CaptureClient.connect(found.host(), found.port(), found.options());
                Terminal terminal = terminal()) {
            // Says what is wrong before there is a screen to hide it.
            client.status();
            TopJob job = new TopJob(client);
            why = plain || count > 0 || terminal.getType().startsWith(Terminal.TYPE_DUMB)
                    ? new PlainText(out, count, Glyphs.ofStandardOutput()).run(job, interval, !withoutCaptures)
                    : new FullScreen(terminal, Palette.of(System.getenv("NO_COLOR")), job, target)
                            .run(interval, !withoutCaptures);
        }
        if (!why.isEmpty()) {
            err.println("top: " + OneLine.of(why));
        }
        return count > 0 && !why.isEmpty() ? StepProf.INCOMPLETE : StepProf.DONE;
    }

    private void check() {
        if (!Targets.isTarget(target)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "TARGET = " + OneLine.of(target)
                            + " is not allowed: must be a process id, a port of this machine, or host:port");
        }
        if (interval.compareTo(LiveFigures.SHORTEST_INTERVAL) < 0
                || interval.compareTo(LiveFigures.LONGEST_INTERVAL) > 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--interval = " + interval.toMillis() + "ms is not allowed: must be 200ms to 1m");
        }
        if (count < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--count = " + count + " is not allowed: must be 1 or more");
        }
    }

    /** By commands of the system, since newer JDKs warn of native code; a dumb one where there is none. */
    private static Terminal terminal() throws IOException {
        return TerminalBuilder.builder()
                .system(true)
                .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
                .dumb(true)
                .build();
    }
}
