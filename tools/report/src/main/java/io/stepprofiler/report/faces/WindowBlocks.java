package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.report.page.PageBlocks;
import io.stepprofiler.trace.Trace;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a page shows of one window beside its summary, such as all its events. It does not refer to the trace.
 *
 * @param gzipped the data by name, as gzip
 */
public record WindowBlocks(Map<String, byte[]> gzipped) {
    /** Most events that the timelines of one page show, so that browsers open it well. */
    public static final int MOST_EVENTS = 1_000_000;

    /** The name of its flame graphs. */
    static final String FLAME = "flame";

    /** Those of a window of which only the summary is known. */
    public static final WindowBlocks NONE = new WindowBlocks(Map.of());

    /**
     * Copies the map, not the bytes.
     *
     * @param gzipped the data by name
     */
    public WindowBlocks {
        gzipped = Collections.unmodifiableMap(new LinkedHashMap<>(gzipped));
    }

    /** {@return how many compressed bytes there are} */
    public long bytes() {
        return gzipped.values().stream().mapToLong(each -> each.length).sum();
    }

    /**
     * {@return the blocks of a window}
     *
     * <p>Takes a few passes over the events, and a few bytes for each.
     *
     * @param trace the window
     * @param window its report
     */
    public static WindowBlocks of(Trace trace, WindowReport window) {
        return of(trace, window, MOST_EVENTS);
    }

    /**
     * {@return the blocks of a window that is on a page with others}
     *
     * @param trace the window
     * @param window its report
     * @param mostEvents most events that its timeline shows; of more it has some whole steps and what is long elsewhere,
     *     and says so
     * @throws IllegalArgumentException if {@code mostEvents} is not positive
     */
    public static WindowBlocks of(Trace trace, WindowReport window, int mostEvents) {
        if (mostEvents <= 0) {
            throw new IllegalArgumentException("mostEvents = " + mostEvents + " is not allowed: must be 1 or more");
        }
        return new WindowBlocks(PageBlocks.of(trace, window, mostEvents, name -> true));
    }

    /**
     * {@return the flame graphs of a window, which is what the page of a difference shows}
     *
     * <p>Takes a pass over the events.
     *
     * @param trace the window
     * @param window its report
     */
    public static WindowBlocks ofFlames(Trace trace, WindowReport window) {
        return new WindowBlocks(PageBlocks.of(trace, window, MOST_EVENTS, FLAME::equals));
    }
}
