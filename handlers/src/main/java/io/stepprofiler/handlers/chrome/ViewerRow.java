package io.stepprofiler.handlers.chrome;

import java.nio.charset.StandardCharsets;

/** One row of a viewer: a thread, a lane, a stream of a device, or events of these that need a row of their own. */
final class ViewerRow {
    private final long pid;
    private final long tid;
    private final String name;
    private final byte[] json;

    ViewerRow(long pid, long tid, String name) {
        this.pid = pid;
        this.tid = tid;
        this.name = name;
        this.json = (",\"pid\":" + pid + ",\"tid\":" + tid + ",\"ts\":").getBytes(StandardCharsets.US_ASCII);
    }

    /** The number of the process in which viewers show the row; the number of the device for a stream. */
    long pid() {
        return pid;
    }

    /** The number by which viewers identify the row. */
    long tid() {
        return tid;
    }

    String name() {
        return name;
    }

    /** The part of an event from its pid up to its time; not to be changed. */
    byte[] json() {
        return json;
    }
}
