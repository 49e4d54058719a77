package io.stepprofiler.handlers.chrome;

import java.nio.charset.StandardCharsets;

/** One row of a viewer: a thread, a lane, or what of it needs a row of its own. */
final class Row {
    private final long tid;
    private final String name;
    private final byte[] json;

    Row(long tid, String name) {
        this.tid = tid;
        this.name = name;
        this.json = (",\"tid\":" + tid + ",\"ts\":").getBytes(StandardCharsets.US_ASCII);
    }

    /** The number that viewers know the row by. */
    long tid() {
        return tid;
    }

    String name() {
        return name;
    }

    /** The part of an event from its tid up to its time; not to be changed. */
    byte[] json() {
        return json;
    }
}
