package io.stepprofiler.cli;

import io.stepprofiler.text.OneLine;
import java.io.PrintWriter;

/** Line that shows the progress of an activity: rewritten in place on a terminal, else printed once per phase. */
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
     * @param what the phase; without a terminal, further texts of the same phase are left out
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
