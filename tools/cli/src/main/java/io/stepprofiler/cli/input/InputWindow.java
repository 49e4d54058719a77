package io.stepprofiler.cli.input;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.TraceLedger;
import io.stepprofiler.analysis.report.TraceRun;
import io.stepprofiler.analysis.report.WindowLedger;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.ReportFile;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A window in a file that a command reads: that of a trace, one of a report, or all steps of a ledger. It can be used
 * until the next one is read, and then holds no trace any more, wherever it is still known.
 */
public final class InputWindow {
    private final InputFile file;
    private final @Nullable ReportFile report;
    private final int index;
    private final FileRanks ranks;
    private @Nullable ImportedTrace opened;
    private @Nullable WindowAnalysis recorded;

    InputWindow(
            InputFile file, @Nullable ImportedTrace opened, @Nullable ReportFile report, int index, FileRanks ranks) {
        this.file = file;
        this.opened = opened;
        this.report = report;
        this.index = index;
        this.ranks = ranks;
    }

    public InputFile file() {
        return file;
    }

    public boolean isTrace() {
        return opened != null;
    }

    /** True if it has the steps of a ledger only. */
    public boolean isLedger() {
        return opened == null && report == null;
    }

    private ImportedTrace opened() {
        if (opened == null) {
            throw new IllegalStateException(file.path() + " is no trace, or is closed");
        }
        return opened;
    }

    /** The trace, which must be one. */
    public Trace trace() {
        return opened().trace();
    }

    /** The trace with the results of its analysis so far. */
    public WindowAnalysis recorded() {
        WindowAnalysis known = recorded;
        if (known == null) {
            known = new WindowAnalysis(trace());
            recorded = known;
        }
        return known;
    }

    /** The whole report, which must be one. */
    public ReportFile reportFile() {
        if (report == null) {
            throw new IllegalStateException(file.path() + " is no report");
        }
        return report;
    }

    /** Sentences about the missing parts of the window. */
    List<String> missing() {
        return opened == null ? List.of() : opened.missing();
    }

    /** The name of the file from which a report was made; empty if it is not known. */
    String source() {
        return report == null ? "" : reported().run().source();
    }

    private WindowReport reported() {
        return reportFile().report().windows().get(index);
    }

    /**
     * The report of the window, under the name of its file.
     *
     * @param count expected number of windows; more windows mean shorter lists for each
     */
    public WindowReport report(RuleSet rules, int count) {
        if (opened != null) {
            return StepReport.window(new StepReport.Source(file.name(), recorded(), missing()), rules, count);
        }
        WindowReport window = reported();
        boolean isNamed = !file.isFound() || !window.run().source().isEmpty();
        return isNamed ? window : window.withRun(window.run().withSource(file.name()));
    }

    /** A report of the window with the rank by the path of the file, if the file itself contains none. */
    WindowReport ranked(WindowReport window) {
        OptionalInt rank = window.run().rank() < 0 ? ranks.rank(file) : OptionalInt.empty();
        return rank.isEmpty()
                ? window
                : window.withRun(window.run().withRank(rank.getAsInt(), ranks.worldSize(rank.getAsInt())));
    }

    /** The additional parts of a page, which only a page has. */
    public WindowBlocks blocks() {
        return report == null ? WindowBlocks.NONE : report.blocks().get(index);
    }

    /** The runs whose steps the report knows. */
    List<RunReport> runs() {
        return report == null ? List.of() : report.report().runs();
    }

    /**
     * The step ledger: the one in the file, else one of the window, with the rank by its path if the file contains none.
     *
     * @throws IOException if it cannot be read
     */
    public StepLedger ledger() throws IOException {
        if (opened != null) {
            return TraceLedger.of(recorded(), traceRun());
        }
        return report == null ? StepLedger.read(file.path()) : WindowLedger.of(ranked(reported()));
    }

    /** The run of the trace, which must be one, with the rank by its path if the file contains none. */
    public LedgerRun traceRun() {
        LedgerRun run = TraceRun.of(trace());
        OptionalInt rank = run.rank().isPresent() ? OptionalInt.empty() : ranks.rank(file);
        return rank.isEmpty() ? run : run.withRank(rank.getAsInt(), ranks.worldSize(rank.getAsInt()));
    }

    /** True if the rank is known by the path of the file only. */
    boolean isRankedByPath() {
        boolean isRanked = opened != null
                ? trace().distributedInfo().isPresent()
                : report == null || reported().run().rank() >= 0;
        return !isRanked && ranks.rank(file).isPresent();
    }

    /** Closes the trace. */
    void close() throws IOException {
        ImportedTrace closed = opened;
        opened = null;
        recorded = null;
        if (closed != null) {
            closed.close();
        }
    }
}
