package io.stepprofiler.cli.input;

import io.stepprofiler.text.OneLine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with its output: results on standard output, remarks and refusals on standard error under its name. */
@Command(
        mixinStandardHelpOptions = true,
        exitCodeListHeading = ExitCode.HEADING,
        exitCodeList = {ExitCode.IF_DONE, ExitCode.IF_INCOMPLETE, ExitCode.IF_FAILED})
public abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    public CommandSpec spec() {
        return spec;
    }

    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints a sentence on standard error. */
    public void remark(String sentence) {
        err().println(spec.name() + ": " + OneLine.of(sentence));
        err().flush();
    }

    public void printWritten(Path file) {
        out().println("Wrote " + OneLine.of(file.toString()));
    }

    /** The line that shows the progress of this command on standard error. */
    public StatusLine progress() {
        return new StatusLine(err(), Terminal.isThere());
    }

    /** The exception for wrong arguments. */
    public ParameterException refusal(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** The exception for an argument that other code does not allow. */
    public ParameterException refusal(IllegalArgumentException cause) {
        return new ParameterException(spec.commandLine(), cause.getMessage(), cause);
    }
}
