package io.stepprofiler.analysis.memory;

import io.stepprofiler.services.FoundServices;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ServiceLoader;

/**
 * Writes the page that shows a memory timeline: the report of its window, in {@code step-profiler-report}, which
 * depends on this module. Found by {@link ServiceLoader}.
 */
public interface MemoryPage {
    /**
     * Writes the whole page.
     *
     * @param timeline the timeline
     * @param out where to; not closed
     * @throws IOException if {@code out} fails
     */
    void write(MemoryTimeline timeline, OutputStream out) throws IOException;

    /**
     * {@return the installed writer of such pages}
     *
     * @throws IllegalStateException if there is none; the message names the artifact to add
     */
    static MemoryPage installed() {
        return FoundServices.all(loader -> ServiceLoader.load(MemoryPage.class, loader)).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("format = HTML is not allowed: the page is a report;"
                        + " add the artifact step-profiler-report, or choose another format"));
    }
}
