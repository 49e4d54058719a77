package io.stepprofiler.cli.input;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.report.faces.WindowBlocks;

/**
 * Limit of the events in all timelines of a page. Files are read one after the other, so each window gets an equal
 * share of the events that the windows before it left over.
 */
final class EventBudget {
    private int left;
    private int windows;

    /** Creates the budget for a number of windows on one page. */
    EventBudget(int windows) {
        this(WindowBlocks.MOST_EVENTS, windows);
    }

    EventBudget(int events, int windows) {
        left = events;
        this.windows = windows;
    }

    /** The blocks of a page for the next window. */
    WindowBlocks blocks(WindowAnalysis window) {
        return WindowBlocks.of(window, take(window.trace().eventCount()));
    }

    /** Takes the share of the next window, which has the given number of events. */
    int take(long events) {
        int most = Math.max(1, left / Math.max(1, windows--));
        left -= (int) Math.min(events, most);
        return most;
    }
}
