package io.stepprofiler.handlers.table;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceHandler;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Prints the key averages of each window as a table.
 *
 * <p>Needs the memory that {@link KeyAverages#of(Trace, Grouping)} needs. Immutable, and as thread-safe as its
 * destination.
 */
public final class TableHandler implements TraceHandler {
    /** Number of first steps in which the table shows the time to the first step. */
    private static final int FIRST_STEPS = 10;

    private final Consumer<String> out;
    private final TableOptions options;
    private final Grouping grouping;

    private TableHandler(Consumer<String> out, TableOptions options, Grouping grouping) {
        this.out = Objects.requireNonNull(out, "out");
        this.options = Objects.requireNonNull(options, "options");
        this.grouping = Objects.requireNonNull(grouping, "grouping");
    }

    /**
     * {@return a handler that prints each table}
     *
     * @param out destination of the tables; never closed
     */
    public static TableHandler to(PrintStream out) {
        Objects.requireNonNull(out, "out");
        return to(out::println);
    }

    /**
     * {@return a handler that gives each table to a consumer}
     *
     * @param out consumer of the tables, such as a method of a logger
     */
    public static TableHandler to(Consumer<String> out) {
        return new TableHandler(out, TableOptions.DEFAULT, Grouping.BY_NAME);
    }

    /**
     * {@return this handler with other options of the tables}
     *
     * @param how options; default {@link TableOptions#DEFAULT}
     */
    public TableHandler options(TableOptions how) {
        return new TableHandler(out, how, grouping);
    }

    /**
     * {@return this handler with another grouping}
     *
     * @param by the grouping of events into rows; default {@link Grouping#BY_NAME}
     */
    public TableHandler grouping(Grouping by) {
        return new TableHandler(out, options, by);
    }

    /** Lays out a small table that is thrown away, so that the first window does not pay for loading classes. */
    @Override
    public void onStart(RecordingOptions recorded) {
        TraceBuilder trace = new TraceBuilder();
        trace.thread(1, "").add(trace.nameId("warm-up"), 0, 1);
        KeyAverages.of(trace.build(), grouping).table(options);
    }

    /**
     * Prints the table of the trace, under a header with its steps unless the options have a header. With three steps
     * and more, a line names the longest step and, if it took much longer than the others, the main cause.
     */
    @Override
    public void onTraceReady(Trace trace) {
        TableOptions titled = options.header().isEmpty() ? options.withHeader(title(trace)) : options;
        out.accept(KeyAverages.of(trace, grouping).table(titled));
    }

    private static String title(Trace trace) {
        List<StepMark> steps = trace.steps();
        if (steps.isEmpty()) {
            return "";
        }
        String named = StepMark.inWords(steps);
        return named.substring(0, 1).toUpperCase(Locale.ROOT)
                + named.substring(1)
                + (trace.isPartial() ? " (partial window)" : "")
                + reason(trace)
                + firstStep(trace)
                + "\n"
                + OneLine.of(StepVerdict.of(trace));
    }

    /** Time to the first step of the process; empty unless the window begins with one of the first steps. */
    private static String firstStep(Trace trace) {
        MetadataValue time = trace.metadata().get(Environment.FIRST_STEP);
        return time == null || trace.steps().get(0).number() >= FIRST_STEPS
                ? ""
                : "; time to the first step of the process: " + OneLine.of(time.text());
    }

    /** Reason for the delivery of a history; empty for another trace. */
    private static String reason(Trace trace) {
        MetadataValue reason = trace.metadata().get("snapshot");
        return reason == null ? "" : ": " + OneLine.of(reason.text());
    }
}
