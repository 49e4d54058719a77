package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.WrittenFiles;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Assembles a trace from a journal, prints a description of it, and writes it to files. */
@Command(
        name = "assemble",
        description = {
            "Assembles a trace from the journal that a process has left behind, even if the process crashed.",
            "Prints how many events were kept and dropped and where the time went, and writes the files that "
                    + "are asked for."
        })
public final class AssembleCommand extends Subcommand {
    /** Only memory is limited: the user of this command recorded the journal and is trusted. */
    private static final ImportOptions LIMITS =
            ImportOptions.DEFAULT.withMaxBytes(Long.MAX_VALUE).withMaxEvents(Long.MAX_VALUE);

    @Parameters(paramLabel = "JOURNAL", description = "a journal, as listed by 'stepprof journals'")
    private Path journal;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private AveragesOptions averaging = new AveragesOptions();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Override
    public Integer call() throws IOException {
        ExportOptions options = output.check(this);
        averaging.check(this);
        WrittenFiles.check(output.files(), InputFile.of(List.of(journal), false));
        try (RunInput input = RunInput.ofTrace(journal, limits.options(LIMITS, this), this)) {
            Trace trace = input.trace();
            averaging.describe(trace, out());
            // Missing even if the journal itself is intact.
            LossAccount account = trace.account();
            account.dropped().forEach((cause, events) -> {
                if (cause != DropCause.JOURNAL_DAMAGED) {
                    input.miss(events + " of " + account.begun() + " events were dropped while they were recorded: "
                            + cause.label());
                }
            });
            output.write(trace, options, this);
            return input.exitCode();
        }
    }
}
