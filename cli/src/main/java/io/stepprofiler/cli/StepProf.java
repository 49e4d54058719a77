package io.stepprofiler.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command {@code stepprof}: what is done with recordings once their process has ended.
 *
 * <p>Exits with 0 if it did what it was asked to, 1 if that failed, 2 if it did not understand.
 */
@Command(
        name = "stepprof",
        description = "Reads what the step profiler has recorded.",
        mixinStandardHelpOptions = true,
        version = "stepprof 0.1.0",
        subcommands = {AssembleCommand.class, JournalsCommand.class})
public final class StepProf {
    /** For picocli. */
    StepProf() {}

    /**
     * Runs the command and ends the process.
     *
     * @param args what was typed
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command, which tells what goes wrong in one line. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new StepProf());
        line.setExecutionExceptionHandler((thrown, failed, parsed) -> {
            PrintWriter err = failed.getErr();
            err.println(failed.getCommandName() + ": " + thrown.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
        return line;
    }
}
