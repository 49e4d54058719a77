package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;

/**
 * The events that the timelines of a page may have all together. Files are read one after the other, so each window gets
 * an equal part of what those before it left.
 */
final class EventBudget {
    private int left;
    private int windows;

    /** For so many windows on one page. */
    EventBudget(int windows) {
        this(WindowBlocks.MOST_EVENTS, windows);
    }

    EventBudget(int events, int windows) {
        left = events;
        this.windows = windows;
    }

    /** What the page shows of the next window. */
    WindowBlocks blocks(Trace trace, WindowReport window) {
        return WindowBlocks.of(trace, window, take(trace.eventCount()));
    }

    /** Most events of the next window, which has so many. */
    int take(long events) {
        int most = Math.max(1, left / Math.max(1, windows--));
        left -= (int) Math.min(events, most);
        return most;
    }
}
