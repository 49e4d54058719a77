package io.stepprofiler.report;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.Part;
import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.RunVerdict;
import io.stepprofiler.directory.TraceDirectory;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.report.faces.Headings;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.report.faces.RunLedgers;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the report of a run to a directory: one page, {@code report.<nanos>.html}, whose first lines explain why steps
 * are slow.
 *
 * <p>The number is the start of the page's first window in nanoseconds since 1970, or the next free number: pages of
 * other runs are never overwritten. In distributed training the rank precedes it, as in {@code report_1.<nanos>.html}.
 * Each window of the run is added to the page, which is rewritten to a temporary file and renamed, so that a browser
 * never loads half a page. A page has at most {@value #MAX_WINDOWS} windows, and no more events than browsers show
 * well; the next window then begins another page. If a single window has more events, its timeline shows only some
 * steps completely. If the report of a window may take more than a quarter of the heap, it has the last steps only, and
 * counts the others.
 *
 * <p>Takes several passes over the events of each window, and keeps the window's part of the page, compressed, until
 * the next page or run begins. Safe on any thread; a handler serves one profile at a time.
 */
public final class ReportHandler implements TraceHandler {
    // D16: a run is one page, within bounds.
    /** Maximum number of windows on one page. */
    private static final int MAX_WINDOWS = 8;

    /** Maximum compressed size of a page without its summary: 40 MB in base64, less in a small heap. */
    private static final long MAX_BYTES =
            Math.min(30_000_000, Runtime.getRuntime().maxMemory() / 16);

    private static final Logger LOGGER = System.getLogger(ReportHandler.class.getName());

    private static volatile @Nullable Result latest;

    private final Path dir;
    private final RuleSet rules;
    private final int mostEvents;
    private final List<WindowReport> windows = new ArrayList<>();
    private final List<WindowBlocks> blocks = new ArrayList<>();
    private long events;

    private boolean hasWarned;
    private @Nullable Path file;
    private @Nullable Page written;

    private ReportHandler(Path dir, RuleSet rules, int mostEvents) {
        this.dir = Objects.requireNonNull(dir, "dir");
        this.rules = Objects.requireNonNull(rules, "rules");
        this.mostEvents = mostEvents;
    }

    /** A handler whose pages show at most the given number of events. */
    static ReportHandler withEvents(Path dir, int mostEvents) {
        return new ReportHandler(dir, RuleSet.all(), mostEvents);
    }

    /**
     * {@return a handler that writes pages to a directory and checks all available rules}
     *
     * @param dir the directory; created when needed
     * @throws java.util.ServiceConfigurationError if rules that others provide cannot be loaded
     */
    public static ReportHandler to(Path dir) {
        return withEvents(dir, WindowBlocks.MOST_EVENTS);
    }

    /**
     * {@return a new handler like this one with other rules}
     *
     * @param checked the rules to check; default {@link RuleSet#all()}
     */
    public ReportHandler rules(RuleSet checked) {
        return new ReportHandler(dir, checked, mostEvents);
    }

    /**
     * {@return the report of a window as text for terminals, by all available rules}
     *
     * @param trace the window
     */
    public static String text(Trace trace) {
        return ReportDocument.text(StepReport.of(trace));
    }

    /**
     * A written page.
     *
     * @param file path of the page
     * @param verdict the verdict of the run by the windows of the page and the steps so far, in one line
     */
    public record Page(Path file, String verdict) {
        /** {@return the path and the verdict, in one line} */
        @Override
        public String toString() {
            return OneLine.of(file + ": " + verdict);
        }
    }

    /** {@return the last page written since the profile started; empty before the first} */
    public synchronized Optional<Page> written() {
        return Optional.ofNullable(written);
    }

    /**
     * Findings of a page.
     *
     * @param rule id of the rule of the run's verdict; empty if there is none
     * @param shares parts of the steps of the last window, from 0 to 1; categories without time are missing
     */
    public record Result(String rule, Map<StepCategory, Double> shares) {}

    /** {@return findings of the last page of this process, of the program or the agent; empty before the first} */
    public static Optional<Result> latest() {
        return Optional.ofNullable(latest);
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(dir);
    }

    /**
     * Creates the directory and checks it by writing and deleting a small file; a page would take long in a new
     * process.
     *
     * @throws UncheckedIOException if the directory is not writable; its message names the user and a remedy
     */
    @Override
    public synchronized void onStart(RecordingOptions recorded) {
        begin();
        written = null;
        hasWarned = false;
        new TraceDirectory(dir).probe();
    }

    /**
     * Adds the window to the page and logs the path and the verdict.
     *
     * @throws IOException if the page cannot be written; an older version of it then remains, and the next successful
     *     write includes the window
     * @throws IllegalStateException if a report of the window's last step may take more than a quarter of the heap
     */
    @Override
    public synchronized void onTraceReady(Trace trace) throws IOException {
        add(trace);
        StepReport report = new StepReport(StepReport.VERSION, windows).withRuns(runs());
        Path page = write(trace, out -> HtmlReportWriter.write(report, blocks, out));
        note(page, report);
        file = page;
        LOGGER.log(
                Level.INFO,
                "Report written: " + written + " Window " + windows.size() + " of the page, "
                        + Amount.bytes(Files.size(page)) + ". Open it in a browser");
    }

    private void add(Trace trace) {
        StepReport.Source source = StepReport.Source.of(trace);
        WindowReport window = StepReport.window(source, rules, 1);
        WindowBlocks data = WindowBlocks.of(source.window(), mostEvents);
        long shown = Math.min(source.window().trace().eventCount(), mostEvents);
        if (windows.size() == MAX_WINDOWS || bytes() + data.bytes() > MAX_BYTES || events + shown > mostEvents) {
            begin();
        }
        events += shown;
        windows.add(window);
        blocks.add(data);
    }

    /**
     * Writes the last page again, with all steps of the run.
     *
     * @throws IOException if it cannot be written; the older version of it then remains
     */
    @Override
    public synchronized void onClose() throws IOException {
        Path known = file;
        if (known != null) {
            StepReport report = new StepReport(StepReport.VERSION, windows).withRuns(runs());
            TraceFile.replace(known, out -> HtmlReportWriter.write(report, blocks, out));
            note(known, report);
        }
    }

    private void note(Path page, StepReport report) {
        List<RunVerdict> verdicts = report.verdicts();
        written = new Page(page, Headings.verdict(report));
        latest = new Result(
                verdicts.get(verdicts.size() - 1).verdict().rule(),
                windows.get(windows.size() - 1).parts().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                part -> StepCategory.valueOf(part.category()), Part::share, Double::sum)));
    }

    /** Returns the run of the windows, if its step ledger is beside the page. */
    private List<RunReport> runs() {
        try {
            return RunLedgers.of(dir, windows, this::warn).stream()
                    .map(ledger -> RunReport.of(ledger, windows))
                    .toList();
        } catch (IOException e) {
            warn(e);
            return List.of();
        }
    }

    private void warn(IOException e) {
        LOGGER.log(hasWarned ? Level.DEBUG : Level.WARNING, "The page may lack the whole run: " + e.getMessage());
        hasWarned = true;
    }

    private void begin() {
        windows.clear();
        blocks.clear();
        events = 0;
        file = null;
    }

    private long bytes() {
        return blocks.stream().mapToLong(WindowBlocks::bytes).sum();
    }

    private Path write(Trace trace, TraceFile.Content page) throws IOException {
        Path known = file;
        if (known != null) {
            TraceFile.replace(known, page);
            return known;
        }
        String rank = trace.distributedInfo().map(info -> "_" + info.rank()).orElse("");
        for (long nanos = trace.start().epochNanos(); ; nanos++) {
            Path free = dir.resolve("report" + rank + "." + nanos + ".html").toAbsolutePath();
            try {
                TraceFile.create(free, page);
                return free;
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(dir)) {
                    // The directory path itself is a file.
                    throw e;
                }
            }
        }
    }
}
