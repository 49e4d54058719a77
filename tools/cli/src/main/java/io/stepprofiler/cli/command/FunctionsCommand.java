package io.stepprofiler.cli.command;

import io.stepprofiler.analysis.functions.FunctionProfile.OperationTotal;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.TableCommand;
import io.stepprofiler.handlers.functions.FunctionProfileHandler;
import io.stepprofiler.handlers.functions.FunctionProfileOptions;
import io.stepprofiler.handlers.functions.FunctionProfileOptions.Printing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the profiles of the functions in traces. */
@Command(
        name = "functions",
        description = {
            "Prints the profiles of the functions in traces of any supported format: calls, operations, and "
                    + "the time between them.",
            "Reads what 'stepprof show' reads; several traces, such as the windows of a run, are added up."
        })
public final class FunctionsCommand extends TableCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "the traces, and directories of these")
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

    /** An operation of a function. */
    record Row(String function, OperationTotal op) {}

    @Override
    public Integer call() throws IOException {
        FunctionProfileOptions parsed = parse();
        FunctionProfileHandler functions = FunctionProfileHandler.of(parsed.withPrinting(Printing.ON_REQUEST));
        try (RunInput input = RunInput.ofWindows(traces(), limits, this)) {
            input.forEach(window -> functions.onTraceReady(window.trace()));
            input.finish();
            List<Row> rows = functions.profiles().functions().stream()
                    .flatMap(function -> function.ops().stream().map(op -> new Row(function.name(), op)))
                    .toList();
            out().print(isCsv ? csv(rows) : functions.text());
            return input.exitCode();
        }
    }

    /** The traces among the files; reports found in a directory are skipped. */
    private List<InputFile> traces() throws IOException {
        List<InputFile> traces = new ArrayList<>();
        for (InputFile input : InputFile.of(files, false)) {
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
            throw refusal(e);
        }
    }
}
