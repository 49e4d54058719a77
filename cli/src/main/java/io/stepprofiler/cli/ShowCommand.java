package io.stepprofiler.cli;

import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what is in a trace, whoever wrote it. */
@Command(
        name = "show",
        description = {
            "Says what is in a trace, whoever wrote it: a journal, an XSpace, or a Chrome trace of this profiler, of torch, of JAX or of others.",
            "Prints what became of its events, what it says of its run, and where the time went."
        },
        mixinStandardHelpOptions = true)
final class ShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the trace")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path file;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "most rows of the table; default ${DEFAULT-VALUE}; 0: no table")
    private int rows = 20;

    @Mixin
    private Limits limits = new Limits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (ImportedTrace opened = Input.open(file, limits, ImportOptions.DEFAULT, spec.commandLine())) {
            Input.describe(opened.trace(), rows, spec.commandLine().getOut());
            return Input.tellMissing(opened, spec.commandLine());
        }
    }
}
