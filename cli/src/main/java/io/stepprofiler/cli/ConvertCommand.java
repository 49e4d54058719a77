package io.stepprofiler.cli;

import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a trace, whoever wrote it, to files of other formats. */
@Command(
        name = "convert",
        description = {
            "Writes a trace, whoever wrote it, to files of other formats.",
            "Reads what 'stepprof show' reads; the name of each output says its format."
        },
        mixinStandardHelpOptions = true)
final class ConvertCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the trace")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path file;

    @Mixin
    private Output output = new Output();

    @Mixin
    private Limits limits = new Limits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (output.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing option: '--out=FILE', the file to write");
        }
        ExportOptions options = output.check(spec.commandLine());
        try (ImportedTrace opened = Input.open(file, limits, ImportOptions.DEFAULT, spec.commandLine())) {
            int code = Input.tellMissing(opened, spec.commandLine());
            output.write(opened.trace(), options, spec.commandLine());
            return code;
        }
    }
}
