package io.stepprofiler.cli;

import io.stepprofiler.trace.OneLine;
import java.io.PrintWriter;

/**
 * One line that says how far something is: written over and over on a terminal, else anew when something else begins.
 */
final class StatusLine implements AutoCloseable {
    private static final int MAX_LENGTH = 120;

    private final PrintWriter out;
    private final boolean rewrites;
    private String kind = "";
    private int length;

    StatusLine(PrintWriter out, boolean rewrites) {
        this.out = out;
        this.rewrites = rewrites;
    }

    /**
     * Shows a text.
     *
     * @param what what it is about: without a terminal, a text about the same as the one before is left out
     */
    void show(String what, String text) {
        String line = OneLine.of(text);
        if (rewrites) {
            String shown = line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH);
            out.print('\r' + shown + " ".repeat(Math.max(length - shown.length(), 0)));
            length = shown.length();
        } else if (!what.equals(kind)) {
            out.println(line);
        }
        kind = what;
        out.flush();
    }

    /** Ends the line. */
    @Override
    public void close() {
        if (length > 0) {
            out.print('\r' + " ".repeat(length) + '\r');
            out.flush();
        }
        length = 0;
    }
}
