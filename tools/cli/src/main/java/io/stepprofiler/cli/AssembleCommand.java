package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.trace.LossAccount;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Assembles a trace from a journal, prints a description of it, and writes it to files. */
@Command(
        name = "assemble",
        description = {
            "Assembles a trace from the journal that a process has left behind, even if the process crashed.",
            "Prints how many events were kept and dropped and where the time went, and writes the files that "
                    + "are asked for."
        },
        mixinStandardHelpOptions = true)
final class AssembleCommand implements Callable<Integer> {
    /** Only memory is limited: the user of this command recorded the journal and is trusted. */
    private static final ImportOptions LIMITS =
            ImportOptions.DEFAULT.withMaxBytes(Long.MAX_VALUE).withMaxEvents(Long.MAX_VALUE);

    @Parameters(paramLabel = "JOURNAL", description = "a journal, as listed by 'stepprof journals'")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path journal;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private AveragesOptions averaging = new AveragesOptions();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ExportOptions options = output.check(spec.commandLine());
        averaging.check(spec.commandLine());
        List<InputFile> inputs = InputFiles.of(List.of(journal));
        WrittenFiles.check(output.files(), inputs);
        try (ImportedTrace opened = Input.open(journal, limits, LIMITS, spec.commandLine())) {
            Input.describe(opened.trace(), averaging, spec.commandLine().getOut());
            int code = tellDropped(opened.trace().account(), Input.tellMissing(opened, spec.commandLine()));
            output.write(opened.trace(), options, spec.commandLine());
            return code;
        }
    }

    /** Reports events dropped during recording, which are missing even if the journal itself is intact. */
    private int tellDropped(LossAccount account, int code) {
        int told = code;
        for (Map.Entry<DropCause, Long> dropped : account.dropped().entrySet()) {
            if (dropped.getKey() != DropCause.JOURNAL_DAMAGED) {
                told = ExitCode.INCOMPLETE;
                PrintWriter err = spec.commandLine().getErr();
                err.println(spec.name() + ": " + dropped.getValue() + " of " + account.begun()
                        + " events were dropped while they were recorded: "
                        + dropped.getKey().label());
            }
        }
        return told;
    }
}
