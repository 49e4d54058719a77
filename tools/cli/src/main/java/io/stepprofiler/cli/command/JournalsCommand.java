package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the journals in a directory. */
@Command(name = "journals", description = "Lists the journals in a directory.")
public final class JournalsCommand extends Subcommand {
    @Parameters(paramLabel = "DIRECTORY", description = "directory in which a profile kept its journals")
    private Path directory = Path.of(".");

    @Override
    public Integer call() throws IOException {
        InputFile.checkDirectory(directory);
        List<Path> journals = Journals.in(directory);
        for (Path journal : journals) {
            out().println(OneLine.of(journal.toString()));
        }
        if (journals.isEmpty()) {
            err().println("There is no journal in " + OneLine.of(directory.toString()));
        }
        return ExitCode.DONE;
    }
}
