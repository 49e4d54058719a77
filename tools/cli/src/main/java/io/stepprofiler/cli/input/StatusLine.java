package io.stepprofiler.cli.input;

import io.stepprofiler.capture.client.CaptureState;
import io.stepprofiler.text.OneLine;
import java.io.PrintWriter;

/** Line that shows the progress of an activity: rewritten in place on a terminal, else printed once per phase. */
public final class StatusLine implements AutoCloseable {
    private final PrintWriter out;
    private final boolean rewrites;
    private final int width;
    private String kind = "";
    private int length;

    StatusLine(PrintWriter out, boolean rewrites) {
        this.out = out;
        this.rewrites = rewrites;
        // A longer line would go on in the next row, to which the cursor would return.
        width = rewrites ? Terminal.size().columns() - 1 : 0;
    }

    /**
     * Shows a text.
     *
     * @param what the phase; without a terminal, further texts of the same phase are left out
     */
    public void show(String what, String text) {
        String line = OneLine.of(text);
        if (rewrites) {
            String shown = line.length() <= width ? line : line.substring(0, width);
            out.print('\r' + shown + " ".repeat(Math.max(length - shown.length(), 0)));
            length = shown.length();
        } else if (!what.equals(kind)) {
            out.println(line);
        }
        kind = what;
        out.flush();
    }

    /** Shows the progress of a capture. */
    public void show(CaptureState state) {
        show(state.phase().name(), state.text() + " (the training is at step " + state.currentStep() + ")");
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
