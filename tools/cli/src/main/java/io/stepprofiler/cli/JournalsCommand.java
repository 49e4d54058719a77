package io.stepprofiler.cli;

import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the journals in a directory. */
@Command(name = "journals", description = "Lists the journals in a directory.", mixinStandardHelpOptions = true)
final class JournalsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIRECTORY", description = "directory in which a profile kept its journals")
    private Path directory = Path.of(".");

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        InputFiles.checkDirectory(directory);
        List<Path> journals = Journals.in(directory);
        for (Path journal : journals) {
            spec.commandLine().getOut().println(OneLine.of(journal.toString()));
        }
        if (journals.isEmpty()) {
            spec.commandLine().getErr().println("There is no journal in " + OneLine.of(directory.toString()));
        }
        return ExitCode.DONE;
    }
}
