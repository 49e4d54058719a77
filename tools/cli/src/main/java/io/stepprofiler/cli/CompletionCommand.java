package io.stepprofiler.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a completion script for shells. */
@Command(
        name = "completion",
        description = {
            "Prints a script with which the tabulator key completes commands, options and their values in bash or zsh.",
            "",
            "  source <(stepprof completion)                  in this shell",
            "  stepprof completion > ~/.local/share/bash-completion/completions/stepprof     in each bash to come",
            "",
            "It is for the name stepprof, such as alias stepprof='java -jar /opt/stepprof.jar'.",
            ""
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    /** Made by picocli. */
    CompletionCommand() {}

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
        spec.commandLine().getOut().flush();
        return ExitCode.DONE;
    }
}
