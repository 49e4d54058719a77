package io.stepprofiler.handlers.xplane;

import java.io.IOException;

/** A trace that does not fit into one file of the format. */
final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    private final long bytes;
    private final long limit;

    TooLargeException(long bytes, long limit) {
        super("The trace would become a file of " + bytes + " bytes, and readers of .xplane.pb take no more than "
                + limit
                + ": split it, by ExportOptions.splitBySteps or splitByEvents, or record fewer steps in a window");
        this.bytes = bytes;
        this.limit = limit;
    }

    long bytes() {
        return bytes;
    }

    long limit() {
        return limit;
    }
}
