package io.stepprofiler.cli;

import io.stepprofiler.cli.command.AssembleCommand;
import io.stepprofiler.cli.command.BenchCommand;
import io.stepprofiler.cli.command.CompletionCommand;
import io.stepprofiler.cli.command.ConvertCommand;
import io.stepprofiler.cli.command.DiffCommand;
import io.stepprofiler.cli.command.FleetCommand;
import io.stepprofiler.cli.command.FunctionsCommand;
import io.stepprofiler.cli.command.JournalsCommand;
import io.stepprofiler.cli.command.ReportCommand;
import io.stepprofiler.cli.command.ShowCommand;
import io.stepprofiler.cli.command.SummaryCommand;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.live.AttachCommand;
import io.stepprofiler.cli.live.CaptureCommand;
import io.stepprofiler.cli.live.CollectCommand;
import io.stepprofiler.cli.live.DetachCommand;
import io.stepprofiler.cli.live.PsCommand;
import io.stepprofiler.cli.live.TopCommand;
import io.stepprofiler.cli.spark.SparkFleet;
import io.stepprofiler.export.TraceFile;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command {@code stepprof}, which reads traces of this and other profilers and captures running programs.
 *
 * <p>Exits with 0 on success, 1 if the result is incomplete, 2 if it failed or the arguments are invalid.
 */
@Command(
        name = "stepprof",
        description = "Reads traces of Step Profiler and other profilers, and captures running programs.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = ExitCode.HEADING,
        exitCodeList = {ExitCode.IF_DONE, ExitCode.IF_INCOMPLETE, ExitCode.IF_FAILED},
        version = "stepprof 0.2.0",
        subcommands = {
            SummaryCommand.class,
            ReportCommand.class,
            DiffCommand.class,
            FleetCommand.class,
            ShowCommand.class,
            ConvertCommand.class,
            FunctionsCommand.class,
            BenchCommand.class,
            TopCommand.class,
            PsCommand.class,
            CaptureCommand.class,
            CollectCommand.class,
            AttachCommand.class,
            DetachCommand.class,
            AssembleCommand.class,
            JournalsCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class
        })
public final class StepProf {
    /**
     * Property for the format of log records: one line each, like other messages, and the exception if there is one.
     */
    static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    /** Settings of the user, over which our property would take precedence. */
    private static final List<String> LOG_SETTINGS =
            List.of(LOG_FORMAT, "java.util.logging.config.file", "java.util.logging.config.class");

    /** Strong reference: a logger that is garbage-collected loses its level. */
    private static final Logger CONNECTIONS = Logger.getLogger("io.grpc");

    /**
     * Runs the command and ends the process.
     *
     * @param args what was typed
     */
    public static void main(String[] args) {
        formatLog();
        // An interrupt would otherwise leave unfinished files behind.
        Runtime.getRuntime().addShutdownHook(new Thread(TraceFile::removeUnfinished, "stepprof-end"));
        System.exit(execute(commandLine(), args));
    }

    static void formatLog() {
        // Commands report connections that fail; the library would log them with a stack trace.
        CONNECTIONS.setLevel(Level.SEVERE);
        if (LOG_SETTINGS.stream().allMatch(each -> System.getProperty(each) == null)) {
            // The exception begins with an end of line.
            System.setProperty(LOG_FORMAT, "%5$s%6$s%n");
        }
    }

    /** Runs the command; a failure is one line of standard error. */
    public static int execute(CommandLine line, String... args) {
        boolean isDiff = args.length > 0 && args[0].equals(DiffCommand.NAME);
        return CommandLines.execute(line, isDiff ? DiffCommand.parted(args) : args);
    }

    public static CommandLine commandLine() {
        CommandLine line = CommandLines.of(new StepProf()).setExecutionStrategy(SparkFleet::execute);
        DiffCommand.prepare(line);
        return line;
    }
}
