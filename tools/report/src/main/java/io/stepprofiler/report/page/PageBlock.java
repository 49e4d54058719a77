package io.stepprofiler.report.page;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Bulky data of one window that a section of the page draws, such as all events of the timeline. The script that reads
 * it knows its form; times in it are from the beginning of the window.
 */
public interface PageBlock {
    /** {@return its name, of small letters: the script asks for it by that} */
    String name();

    /**
     * Writes the data as it is; it is compressed by the page.
     *
     * @param trace the window
     * @param window the report of the window
     * @param out where to write; a block of which nothing is written is not in the page
     * @throws IOException if writing fails
     */
    void write(Trace trace, WindowReport window, OutputStream out) throws IOException;
}
