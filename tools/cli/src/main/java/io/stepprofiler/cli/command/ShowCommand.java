package io.stepprofiler.cli.command;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.InputWindow;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.TableCommand;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepFlag;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints the content of traces of any supported format. */
@Command(
        name = "show",
        description = {
            "Prints the content of traces: journals, XSpace, flight recordings, or Chrome traces of torch, JAX or others.",
            "Prints how many events were kept and dropped, metadata of the run, and where the time went; for "
                    + "a report its text; for a step ledger (*.steps) its rows, with times from the start of the run."
        })
public final class ShowCommand extends TableCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "traces, journals, reports and step ledgers, and directories of these, or else of ledgers")
    private List<Path> files = List.of();

    @Mixin
    private AveragesOptions averaging = new AveragesOptions();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Override
    public Integer call() throws IOException {
        averaging.check(this);
        List<InputFile> inputs = InputFile.of(files, true);
        if (isCsv && (inputs.size() > 1 || inputs.get(0).isReport())) {
            throw refusal("--csv with " + files + " is not allowed: must be one trace or ledger, and no report");
        }
        try (RunInput input = RunInput.ofFiles(inputs, limits, this)) {
            input.forEach(window -> {
                if (input.files().size() > 1) {
                    out().println("== " + OneLine.of(window.file().label()));
                }
                show(window, input);
            });
            input.finish();
            return input.exitCode();
        }
    }

    private void show(InputWindow window, RunInput input) throws IOException {
        if (window.isLedger()) {
            StepLedger ledger = window.ledger();
            out().print(rows(ledger));
            out().flush();
            LedgerLosses lost = ledger.losses();
            if (lost.overwrittenSteps() + lost.missingBlocks() + lost.damagedBytes() > 0) {
                input.miss(ledger.source() + ": lost in the ledger: steps: " + lost.overwrittenSteps() + ", blocks: "
                        + lost.missingBlocks() + ", bytes: " + lost.damagedBytes());
            }
        } else if (isCsv) {
            out().print(averaging.table(window.trace(), true));
            out().flush();
            remark(window.trace().account().summary());
        } else if (window.isTrace()) {
            averaging.describe(window.trace(), out());
        } else {
            out().print(ReportDocument.text(window.reportFile().report()));
            out().flush();
        }
    }

    /** The columns of the database of 'convert' that any row has; all are numbers. */
    private String rows(StepLedger ledger) {
        List<Integer> rows = IntStream.range(0, ledger.size()).boxed().toList();
        Map<String, IntToLongFunction> columns = new LinkedHashMap<>();
        columns.put("number", ledger::number);
        columns.put("steps", ledger::steps);
        columns.put(
                "start_nanos",
                row -> ledger.startNanos(row) - ledger.run().start().monotonicNanos());
        columns.put("duration_nanos", ledger::durationNanos);
        for (StepValue each : StepValue.values()) {
            columns.put(each.name().toLowerCase(Locale.ROOT), row -> ledger.value(each, row));
        }
        for (StepFlag each : StepFlag.values()) {
            columns.put("is_" + each.name().toLowerCase(Locale.ROOT), row -> ledger.is(each, row) ? 1 : -1);
        }
        columns.values()
                .removeIf(each ->
                        !rows.isEmpty() && rows.stream().allMatch(row -> each.applyAsLong(row) == StepLedger.UNKNOWN));
        if (isCsv) {
            return rows.stream()
                    .limit(averaging.most(true))
                    .map(row -> columns.values().stream()
                            .map(each -> cell(each.applyAsLong(row), false))
                            .collect(Collectors.joining(",", "", "\r\n")))
                    .collect(Collectors.joining("", String.join(",", columns.keySet()) + "\r\n", ""));
        }
        Table<Integer> table = Table.of(rows, averaging.most(false));
        columns.forEach((name, value) -> table.figure(
                name.replaceAll("^is_|_nanos$", "").replace('_', ' '),
                row -> cell(value.applyAsLong(row), name.endsWith("_nanos"))));
        String steps = Amount.count(ledger.stepCount(), "step");
        return new Document().paragraph(steps).table(table).text(Terminal.width());
    }

    private static String cell(long value, boolean isTime) {
        return value == StepLedger.UNKNOWN ? "" : isTime ? Amount.time(value) : Long.toString(value);
    }
}
