package io.stepprofiler.report.page;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The events of a window as the timeline draws them: tracks of rows of spans, and lines of counters.
 *
 * <p>The block is a header, which is JSON behind its length, and then columns of LEB128. Times are in units of the
 * header, from its origin on. Of each row, in the order of the header: for each span the gap before it, then for each
 * its duration. Of each row again: for each span the number of its label, or of the step. Of each counter: the times as
 * differences, then differences of the values in steps of the header, from {@code base} on, where 0 is a gap.
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
    public void write(Trace trace, WindowReport window, OutputStream out) throws IOException {
        TimelineChoice choice = TimelineChoice.of(trace, mostEvents);
        TimelineLayout layout = new TimelineLayout(trace, choice);
        if (layout.tracks().isEmpty()) {
            return;
        }
        ColumnWriter columns = new ColumnWriter(out);
        new TimelineColumns(trace, layout, TimelineCounter.of(trace)).write(choice, columns);
        columns.flush();
    }
}
