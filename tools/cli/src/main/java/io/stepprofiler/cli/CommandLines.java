package io.stepprofiler.cli;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Reason;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.text.OneLine;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command lines of picocli with the conversions, messages and exit codes that all commands share. */
public final class CommandLines {
    /** True if the locale of this process has only ASCII, such as C. */
    private static final boolean IS_ASCII = "ANSI_X3.4-1968".equals(System.getProperty("sun.jnu.encoding"));

    private CommandLines() {}

    /** A writer that spells out the signs of amounts. */
    static PrintWriter ascii(PrintWriter to) {
        return new PrintWriter(to, true) {
            @Override
            public void write(String text, int from, int length) {
                String spelled =
                        text.substring(from, from + length).replace('µ', 'u').replace("±", "+-");
                super.write(spelled, 0, spelled.length());
            }
        };
    }

    /** Creates the command line of a command and its subcommands. */
    public static CommandLine of(Object command) {
        CommandLine line = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Path.class, CommandLines::path);
        if (IS_ASCII) {
            line.setOut(ascii(line.getOut())).setErr(ascii(line.getErr()));
        }
        line.setExecutionExceptionHandler((thrown, failed, parsed) -> fail(failed, thrown));
        line.setParameterExceptionHandler((thrown, arguments) -> refuse(thrown));
        return line;
    }

    /** Runs a command; a failure is one line of standard error. */
    static int execute(CommandLine line, String... args) {
        // Shared by the subcommands; else each would make its own, which would have to be flushed.
        PrintWriter out = line.getOut();
        try {
            int code = line.execute(args);
            if (Terminal.isOutputLost(out)) {
                line.getErr().println(line.getCommandName() + ": not all of the output could be written");
                return ExitCode.FAILED;
            }
            return code;
        } catch (OutOfMemoryError e) {
            return fail(line, e);
        }
    }

    /** Rejects an empty word, such as an unset shell variable, which would mean the working directory. */
    private static Path path(String word) {
        if (word.isEmpty()) {
            throw new TypeConversionException("'' is not allowed: must be the path of a file or directory");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + word + "' is not allowed: must be a path: " + e.getReason()
                    + (IS_ASCII ? "; set a UTF-8 locale, as in LC_ALL=C.UTF-8, or name the file's directory" : ""));
        }
    }

    /** Prints what is wrong and where to read on: the whole usage would push the message off the screen. */
    private static int refuse(ParameterException thrown) {
        CommandLine line = thrown.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(line.getCommandName() + ": " + OneLine.of(Reason.of(thrown)));
        UnmatchedArgumentException.printSuggestions(thrown, err);
        err.println("See '" + line.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.FAILED;
    }

    private static int fail(CommandLine line, Throwable thrown) {
        line.getErr().println(line.getCommandName() + ": " + OneLine.of(Reason.of(thrown)));
        return ExitCode.FAILED;
    }
}
