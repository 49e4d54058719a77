package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.report.WindowBlocks;
import io.stepprofiler.trace.Trace;

/**
 * The events that the timelines of a page may have all together. Files are read one after the other, so each window gets
 * an equal part of what those before it left.
 */
final class EventBudget {
    private int left = WindowBlocks.MOST_EVENTS;
    private int windows;

    /** For so many windows. */
    EventBudget(int windows) {
        this.windows = windows;
    }

    /** What the page shows of the next window. */
    WindowBlocks blocks(Trace trace, WindowReport window) {
        int most = Math.max(1, left / Math.max(1, windows--));
        left -= (int) Math.min(trace.eventCount(), most);
        return WindowBlocks.of(trace, window, most);
    }
}
