package io.stepprofiler.handlers.chrome;

import io.stepprofiler.json.JsonText;
import java.io.IOException;

/** The arrows that viewers draw from one event to others; an arrow begins and ends where the events begin. */
final class FlowWriter {
    /** Arrow from a forward operation to its backward operations. */
    static final FlowWriter FORWARD_BACKWARD = new FlowWriter("fwdbwd");
    /** Arrow from a call to the work that it caused on a device. */
    static final FlowWriter LAUNCH = new FlowWriter("ac2g");

    private static final byte[] START = JsonText.utf8("{\"ph\":\"s\",\"id\":");
    private static final byte[] END = JsonText.utf8("{\"ph\":\"f\",\"bp\":\"e\",\"id\":");

    private final byte[] named;

    private FlowWriter(String name) {
        named = JsonText.utf8(",\"cat\":\"" + name + "\",\"name\":\"" + name + "\"");
    }

    void writeStart(long id, ViewerRow row, long time, JsonBytes out) throws IOException {
        write(START, id, row, time, out);
    }

    void writeEnd(long id, ViewerRow row, long time, JsonBytes out) throws IOException {
        write(END, id, row, time, out);
    }

    private void write(byte[] beginning, long id, ViewerRow row, long time, JsonBytes out) throws IOException {
        out.put(beginning);
        out.digits(id);
        out.put(named);
        out.put(row.json());
        out.micros(time);
        out.put("},\n");
    }
}
