package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.report.page.PageBlocks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Additional data of one window for a page, such as all its events. It does not refer to the trace.
 *
 * @param gzipped the data by name, as gzip
 */
public record WindowBlocks(Map<String, byte[]> gzipped) {
    /** Maximum number of events in the timelines of one page, so that browsers open it well. */
    public static final int MOST_EVENTS = 1_000_000;

    /** Name of the block of flame graphs. */
    static final String FLAME = "flame";

    /** No blocks, for a window with only a summary. */
    public static final WindowBlocks NONE = new WindowBlocks(Map.of());

    /** Copies the map, not the bytes. */
    public WindowBlocks {
        gzipped = Collections.unmodifiableMap(new LinkedHashMap<>(gzipped));
    }

    /** {@return the compressed size in bytes} */
    public long bytes() {
        return gzipped.values().stream().mapToLong(each -> each.length).sum();
    }

    /**
     * {@return the blocks of a window}
     *
     * <p>Takes a few passes over the events, and a few bytes of memory per event.
     *
     * @param window the window
     */
    public static WindowBlocks of(WindowAnalysis window) {
        return of(window, MOST_EVENTS);
    }

    /**
     * {@return the blocks of a window that shares a page with others}
     *
     * @param window the window
     * @param mostEvents maximum number of events in its timeline; if there are more, it shows some steps completely and
     *     only long events elsewhere, with a note
     * @throws IllegalArgumentException if {@code mostEvents} is not positive
     */
    public static WindowBlocks of(WindowAnalysis window, int mostEvents) {
        if (mostEvents <= 0) {
            throw new IllegalArgumentException("mostEvents = " + mostEvents + " is not allowed: must be 1 or more");
        }
        return new WindowBlocks(PageBlocks.of(window, mostEvents, name -> true));
    }

    /**
     * {@return the flame graphs of a window, for the page of a comparison}
     *
     * <p>Takes a pass over the events.
     *
     * @param window the window
     */
    public static WindowBlocks ofFlames(WindowAnalysis window) {
        return new WindowBlocks(PageBlocks.of(window, MOST_EVENTS, FLAME::equals));
    }
}
