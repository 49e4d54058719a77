package io.stepprofiler.report.page;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The events of a window for the timeline: tracks of rows of spans, and lines of counters.
 *
 * <p>The block is the length of the header, the header as JSON, and columns of LEB128. Times are in units of the
 * header, relative to its origin. Each row, in the order of the header, has for each span the idle time before it, then
 * for each span its duration. Then each row has for each span the number of its label, or of the step. Each counter has
 * the differences of its times, then differences of its values in steps of the header, relative to {@code base}; 0 is a
 * missing value.
 */
final class TimelineBlock implements PageBlock {
    private final int mostEvents;

    TimelineBlock(int mostEvents) {
        this.mostEvents = mostEvents;
    }

    @Override
    public String name() {
        return "timeline";
    }

    @Override
    public void write(WindowAnalysis window, OutputStream out) throws IOException {
        Trace trace = window.trace();
        TimelineChoice choice = TimelineChoice.of(window.walk(), mostEvents);
        TimelineLayout layout = new TimelineLayout(window, choice);
        if (layout.tracks().isEmpty()) {
            return;
        }
        ColumnWriter columns = new ColumnWriter(out);
        new TimelineColumns(trace, layout, TimelineCounter.of(trace)).write(choice, columns);
        columns.flush();
    }
}
