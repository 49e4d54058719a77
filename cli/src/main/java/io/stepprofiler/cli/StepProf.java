package io.stepprofiler.cli;

import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.OneLine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code stepprof}: what is done with recordings, ours and others', and with programs that run.
 *
 * <p>Exits with 0 if it did what it was asked to, 1 if it did and something is missing in what came of it, 2 if it
 * failed or did not understand.
 */
@Command(
        name = "stepprof",
        description = "Reads what the step profiler and others have recorded.",
        mixinStandardHelpOptions = true,
        version = "stepprof 0.1.0",
        subcommands = {
            SummaryCommand.class,
            ReportCommand.class,
            DiffCommand.class,
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
    static final int DONE = 0;
    static final int INCOMPLETE = 1;
    static final int FAILED = 2;

    /** How log records look, as those of writers: a line each, as all that is told, and the exception if there is one. */
    static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    /** Who names one of these has a say of their own, which a property would go before. */
    private static final List<String> LOG_SETTINGS =
            List.of(LOG_FORMAT, "java.util.logging.config.file", "java.util.logging.config.class");

    private static final Map<String, String> EXIT_CODES = new LinkedHashMap<>();

    static {
        EXIT_CODES.put(String.valueOf(DONE), "done");
        EXIT_CODES.put(String.valueOf(INCOMPLETE), "done, but something is missing: standard error says what");
        EXIT_CODES.put(String.valueOf(FAILED), "failed, or not understood");
    }

    /** For picocli. */
    StepProf() {}

    /**
     * Runs the command and ends the process.
     *
     * @param args what was typed
     */
    public static void main(String[] args) {
        formatLog();
        // An interrupt would leave what is half written until somebody writes there again.
        Runtime.getRuntime().addShutdownHook(new Thread(TraceFile::removeUnfinished, "stepprof-end"));
        System.exit(execute(commandLine(), args));
    }

    static void formatLog() {
        if (LOG_SETTINGS.stream().allMatch(each -> System.getProperty(each) == null)) {
            // The exception begins with an end of line.
            System.setProperty(LOG_FORMAT, "%5$s%6$s%n");
        }
    }

    /** Runs the command, which tells what goes wrong in one line. */
    static int execute(CommandLine line, String... args) {
        try {
            boolean isDiff = args.length > 0 && args[0].equals(DiffCommand.NAME);
            return line.execute(isDiff ? DiffCommand.parted(args) : args);
        } catch (OutOfMemoryError e) {
            return fail(line, e);
        }
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new StepProf()).setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Path.class, StepProf::path);
        line.setExecutionExceptionHandler((thrown, failed, parsed) -> fail(failed, thrown));
        tellExitCodes(line);
        line.getSubcommands().values().forEach(StepProf::tellExitCodes);
        line.getSubcommands().values().stream()
                .filter(each -> each.getCommand() instanceof DiffCommand)
                .forEach(DiffCommand::prepare);
        line.getSubcommands().values().stream()
                .filter(each -> each.getCommand() instanceof BenchCommand)
                .forEach(DiffCommand::tellExitCodes);
        return line;
    }

    /** An empty word, as of a variable of a shell that is not set, would be the working directory. */
    private static Path path(String word) {
        if (word.isEmpty()) {
            throw new TypeConversionException("'' is not allowed: must be the path of a file or directory");
        }
        return Path.of(word);
    }

    private static void tellExitCodes(CommandLine line) {
        line.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(EXIT_CODES);
    }

    private static int fail(CommandLine line, Throwable thrown) {
        line.getErr().println(line.getCommandName() + ": " + OneLine.of(Reason.of(thrown)));
        return FAILED;
    }
}
