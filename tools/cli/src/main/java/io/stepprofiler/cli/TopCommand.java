package io.stepprofiler.cli;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.ranks.Rank;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the current activity of a running program. */
@Command(
        name = "top",
        description = {
            "Shows the current activity of a running program each second.",
            "It shows steps and their times, where the time goes, heap, collections and processors. The program "
                    + "need not be prepared: 'stepprof ps' lists training programs.",
            "",
            "  stepprof top 4242                        a process, refreshed in place",
            "  stepprof top 4242 --step acme.Train.step a loop without marks",
            "  stepprof top gpu1:9012                   a server of another machine",
            "  stepprof top 4242 --plain -n 3           three times as text, for a file",
            ""
        },
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(200);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    @Parameters(paramLabel = "TARGET", description = "a process id, a port of this machine, or host:port")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String target;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = WantedCapture.Time.class,
            description = "time between updates, 200ms to 1m; by default ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init")
    private Duration interval;

    @Option(names = "--plain", description = "print each update below the last one, as without a terminal")
    private boolean plain;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "COUNT",
            description = "end after this number of updates, printed one below the other")
    private long count;

    @Option(
            names = "--no-captures",
            description = "take no short captures; where the time of steps goes is then not shown")
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
        boolean inPlace = !plain && count == 0 && Terminal.isStandardOutput();
        if (inPlace) {
            err.println("top: connects to " + OneLine.of(target) + " ...");
        }
        Rank found = access.targets(line -> err.println("top: " + line)).find(target);
        LiveOutput output = new LiveOutput(out, inPlace, count, LiveOutput.standardOutput());
        try (CaptureClient client = CaptureClient.connect(found.host(), found.port(), found.options())) {
            client.status();
            return watch(client, output, err);
        }
    }

    private int watch(CaptureClient client, LiveOutput output, PrintWriter err) {
        try {
            if (client.watch(interval, !withoutCaptures, output::print)) {
                return ExitCode.DONE;
            }
            err.println("top: The job has ended.");
        } catch (CaptureClientException e) {
            err.println("top: The job has ended, or its server: " + OneLine.of(Reason.of(e)));
        }
        return count > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
    }

    private void check() {
        if (!Targets.isTarget(target)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "TARGET = " + OneLine.of(target)
                            + " is not allowed: must be a process id, a port of this machine, or host:port");
        }
        if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--interval = " + interval.toMillis() + "ms is not allowed: must be 200ms to 1m");
        }
        if (count < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--count = " + count + " is not allowed: must be 1 or more");
        }
    }
}
