package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Subcommand;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script for shells. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash or zsh.",
            "",
            "  source <(stepprof completion)                      in this shell",
            "  stepprof completion > ~/.local/share/bash-completion/completions/stepprof",
            "                                                     in each bash from now on",
            "",
            "It is for the name stepprof, such as alias stepprof='java -jar /opt/stepprof.jar'.",
            ""
        })
public final class CompletionCommand extends Subcommand {
    /** Shells with the same script. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh, which take the same script")
    @SuppressWarnings("unused") // Named by users of other commands; there is one script.
    private @Nullable Shell shell;

    @Override
    public Integer call() {
        CommandLine root = spec().root().commandLine();
        out().print(AutoComplete.bash(root.getCommandName(), root));
        return ExitCode.DONE;
    }
}
