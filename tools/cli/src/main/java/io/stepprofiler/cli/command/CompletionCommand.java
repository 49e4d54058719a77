package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Subcommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** Prints a completion script for shells. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash, zsh or fish.",
            "",
            "  source <(stepprof completion)                      in this shell",
            "  stepprof completion > ~/.local/share/bash-completion/completions/stepprof",
            "                                                     in each bash from now on",
            "  stepprof completion fish > ~/.config/fish/completions/stepprof.fish",
            "",
            "It is for the name stepprof, such as alias stepprof='java -jar /opt/stepprof.jar'.",
            ""
        })
public final class CompletionCommand extends Subcommand {
    /** Shells, of which the first two take the same script. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    /** A function of fish that finds the command of a line: each of its words that names one below the one before. */
    private static final String FIND = """
            function __stepprof_at
                set -l at
                for word in (commandline -opc); contains -- "$at $word" $__stepprof_commands; and set at "$at $word"; end
                test "$at" = "$argv"
            end
            """;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh, which take one script, or fish")
    private Shell shell = Shell.BASH;

    @Override
    public Integer call() {
        CommandLine root = spec().root().commandLine();
        if (shell == Shell.FISH) {
            StringBuilder commands = new StringBuilder("set -g __stepprof_commands");
            StringBuilder lines = new StringBuilder(FIND);
            addFish("", root, commands, lines);
            out().print(commands + "\n" + lines);
        } else {
            out().print(AutoComplete.bash(root.getCommandName(), root));
        }
        return ExitCode.DONE;
    }

    private static void addFish(String path, CommandLine command, StringBuilder commands, StringBuilder lines) {
        commands.append(' ').append(quoted(path));
        String start = "complete -c stepprof -n " + quoted("__stepprof_at " + quoted(path));
        command.getSubcommands().forEach((word, each) -> {
            lines.append(start + " -f -a " + quoted(word)
                    + described(each.getCommandSpec().usageMessage().description()));
            addFish(path + " " + word, each, commands, lines);
        });
        for (ArgSpec each : command.getCommandSpec().args()) {
            Iterable<String> words = each.completionCandidates();
            String values = words == null ? "" : " -f -a " + quoted(String.join(" ", words));
            String names = each instanceof OptionSpec option ? " " + String.join(" ", option.names()) : "";
            String args = names.replace(" --", " -l ").replaceAll(" -(?!l )", " -s ")
                    + (!names.isEmpty() && each.arity().min() > 0 ? " -r" : "")
                    + values;
            if (!each.hidden() && !args.isEmpty()) {
                lines.append(start + args + described(each.description()));
            }
        }
    }

    private static String described(String... text) {
        return " -d " + quoted(text.length == 0 ? "" : text[0].replace("%%", "%")) + "\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
