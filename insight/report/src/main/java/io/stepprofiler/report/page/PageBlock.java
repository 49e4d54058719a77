package io.stepprofiler.report.page;

import io.stepprofiler.analysis.window.WindowAnalysis;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Bulky data of one window for a section of the page, such as all events of the timeline. Its format is known to the
 * script that reads it; its times are relative to the start of the window.
 */
public interface PageBlock {
    /** {@return its name, in small letters, by which the script requests it} */
    String name();

    /**
     * Writes the data uncompressed; the page compresses it.
     *
     * @param window the window
     * @param out destination; an empty block is left out of the page
     * @throws IOException if writing fails
     */
    void write(WindowAnalysis window, OutputStream out) throws IOException;
}
