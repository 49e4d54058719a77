package io.stepprofiler.cli.live;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.capture.client.ProfileCollector;
import io.stepprofiler.capture.client.ProfileCollector.CollectedProfile;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.handlers.link.PerfettoServer;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Profiles a program for a time through its profiler server, like {@code python -m jax.collect_profile}. */
@Command(
        name = "collect",
        description = {
            "Profiles a program for a time through its profiler server: of JAX, TensorFlow or Step Profiler.",
            "Takes the arguments of 'python -m jax.collect_profile', and needs no Python.",
            "",
            "  stepprof collect 9012 1000     a second, for TensorBoard and Perfetto",
            "",
            "The profile is DIRECTORY/plugins/profile/SESSION/HOST_PORT.xplane.pb. The server of JAX itself "
                    + "sends no profile but writes the file: it must run on this machine, or share the directory.",
            ""
        })
public final class CollectCommand extends Subcommand {
    private static final int MAX_PORT = 0xFFFF;
    private static final long MAX_MILLIS = Duration.ofDays(1).toMillis();
    private static final String PERFETTO = "perfetto_trace.json.gz";
    /** Strong reference: a logger that is garbage-collected loses its level. */
    private static final Logger LINK_LOG = Logger.getLogger(PerfettoServer.class.getName());

    @Parameters(index = "0", paramLabel = "PORT", description = "port of the server")
    private int port;

    @Parameters(index = "1", paramLabel = "DURATION_MS", description = "how long to record, in milliseconds")
    private long millis;

    @Option(
            names = {"--log_dir", "--log-dir"},
            paramLabel = "DIRECTORY",
            description = "log directory below which the profile is written; default ${DEFAULT-VALUE}")
    private Path logDirectory = Path.of("log");

    @Option(names = "--host", paramLabel = "HOST", description = "machine of the server; default ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(
            names = {"--no_perfetto_link", "--no-perfetto-link"},
            description = "write no trace for Perfetto, and do not wait until the link to it, on port 9001 of this"
                    + " machine for ten minutes, is opened")
    private boolean noLink;

    @Mixin
    private ServerAccess access = new ServerAccess();

    private PerfettoLink link = PerfettoLink.DEFAULT;

    /** Sets the address of the link to Perfetto and the time to wait for it to be opened. */
    void setLink(PerfettoLink other) {
        link = other;
    }

    @Override
    public Integer call() throws IOException {
        check("PORT", port, MAX_PORT);
        check("DURATION_MS", millis, MAX_MILLIS);
        PrintWriter out = out();
        ProfileCollector collector = new ProfileCollector(host, port, access.options());
        CollectedProfile profile = collector.collect(Duration.ofMillis(millis), logDirectory);
        out.println((profile.byServer() ? "The server wrote " : "Wrote ") + printed(profile.file()) + " ("
                + Amount.bytes(profile.bytes()) + ")");
        out.println("Open it with TensorBoard and its plugin tensorboard-plugin-profile: tensorboard --logdir "
                + printed(logDirectory) + "; or read it: stepprof report " + printed(profile.file()));
        out.flush();
        return noLink ? ExitCode.DONE : show(profile.file());
    }

    private void check(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw refusal(name + " = " + value + " is not allowed: must be 1 to " + most);
        }
    }

    /** Serves a trace for Perfetto; the profile is written, so a failure here only makes the result incomplete. */
    private int show(Path profile) {
        // The server logs that the link was not opened; the command prints its own message.
        LINK_LOG.setLevel(Level.WARNING);
        try {
            Path trace = profile.resolveSibling(PERFETTO);
            int code;
            try (RunInput input = RunInput.ofTrace(profile, ImportOptions.DEFAULT, this)) {
                input.trace().export(trace);
                code = input.exitCode();
            }
            printWritten(trace);
            PerfettoServer served = link.withOutput(out()::println).serve(trace);
            if (!served.isRead()) {
                remark("the link to Perfetto was not opened; open " + trace + " at https://ui.perfetto.dev");
            }
            return code;
        } catch (IOException e) {
            remark("no link to Perfetto: " + Reason.of(e));
            return ExitCode.INCOMPLETE;
        }
    }

    private static String printed(Path path) {
        return OneLine.of(path.toString());
    }
}
