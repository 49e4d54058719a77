package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.handlers.functions.FunctionProfileHandler;
import io.stepprofiler.handlers.functions.FunctionProfileOptions;
import io.stepprofiler.handlers.functions.FunctionProfileOptions.Printing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the profiles of the functions in traces. */
@Command(
        name = "functions",
        description = {
            "Prints the profiles of the functions in traces of any supported format: calls, operations, and "
                    + "the time between them.",
            "Reads what 'stepprof show' reads; several traces, such as the windows of a run, are added up."
        },
        mixinStandardHelpOptions = true)
final class FunctionsCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "the traces, and directories of these")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private List<Path> files;

    @Option(
            names = "--options",
            paramLabel = "NAME=VALUE,...",
            description = {
                "definition of a function and the figures to print, such as functions=modules,n_apply=5;",
                "functions=automatic, functions, steps, modules or names:NAME|NAME"
            })
    private String options = "";

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        FunctionProfileOptions parsed = parse();
        FunctionProfileHandler functions = FunctionProfileHandler.of(parsed.withPrinting(Printing.ON_REQUEST));
        AtomicInteger code = new AtomicInteger(ExitCode.DONE);
        int leftOut = new InputWindows(limits, spec.commandLine())
                .read(traces(), (input, window, blocks) -> {}, (input, opened) -> {
                    functions.onTraceReady(opened.trace());
                    code.accumulateAndGet(Input.tellMissing(opened, spec.commandLine()), Math::max);
                });
        spec.commandLine().getOut().print(functions.text());
        return Math.max(code.get(), leftOut > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE);
    }

    /** The traces among the files; reports found in a directory are skipped. */
    private List<InputFile> traces() throws IOException {
        List<InputFile> traces = new ArrayList<>();
        for (InputFile input : InputFiles.of(files)) {
            if (!input.isReport()) {
                traces.add(input);
            } else if (!input.isFound()) {
                throw new IOException(input.path()
                        + " is a report, which holds no single calls: name the trace from which it was made");
            }
        }
        return traces;
    }

    private FunctionProfileOptions parse() {
        try {
            return FunctionProfileOptions.parse(options);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
