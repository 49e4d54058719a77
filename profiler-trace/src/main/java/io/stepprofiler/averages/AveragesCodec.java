package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.wire.EnumNumbers;
import io.stepprofiler.wire.FrameCodec;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The messages {@code Averages}, {@code Grouping} and {@code Key} of {@code averages.proto}. */
final class AveragesCodec {
    static final EnumNumbers<GroupKey.Row> ROWS = new EnumNumbers<>(GroupKey.Row.values());
    static final EnumNumbers<EventKind> EVENT_KINDS = new EnumNumbers<>(EventKind.values());
    static final EnumNumbers<Device.Type> DEVICES = new EnumNumbers<>(Device.Type.values());

    private static final String FORMAT = "step-profiler averages";
    private static final long VERSION = 1;

    /** Most heap bytes of a group, a key or a frame, without its texts and durations. */
    private static final int BYTES_PER_PART = 512;

    private AveragesCodec() {}

    static void writeHead(Grouping grouping, int maxGroups, WireWriter out) {
        out.text(1, FORMAT);
        out.number(2, VERSION);
        int mark = out.begin(3);
        out.flag(1, grouping.inputShapes);
        out.number(2, grouping.stackFrames);
        out.flag(3, grouping.thread);
        out.flag(4, grouping.overload);
        out.flag(5, grouping.stream);
        out.end(mark);
        out.number(4, maxGroups);
    }

    /** A reader positioned after format and version, which it has checked. */
    static WireReader reader(byte[] bytes) throws IOException {
        long parts = Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_PART;
        WireReader in = new WireReader(bytes, 0, bytes.length, (int) Math.min(parts, Integer.MAX_VALUE));
        String format = in.field() == 1 ? in.text() : "";
        if (!format.equals(FORMAT) || in.field() != 2) {
            throw new IOException("Not averages of Step Profiler: " + bytes.length + " bytes of something else");
        }
        long version = in.number();
        if (version != VERSION) {
            throw new IOException(
                    "Averages of version " + version + " are not known to this release, which reads version " + VERSION
                            + ": read them with the release that wrote them, or a newer one");
        }
        return in;
    }

    static Grouping readGrouping(WireReader in) throws IOException {
        Grouping grouping = Grouping.BY_NAME;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> grouping = in.flag() ? grouping.byInputShapes() : grouping;
                case 2 -> grouping = grouping.byStack(in.count(Integer.MAX_VALUE));
                case 3 -> grouping = in.flag() ? grouping.byThread() : grouping;
                case 4 -> grouping = in.flag() ? grouping.byOverload() : grouping;
                case 5 -> grouping = in.flag() ? grouping.byStream() : grouping;
                default -> in.skip();
            }
        }
        return grouping;
    }

    static void writeGroups(int field, Map<GroupKey, AccumulatedGroup> groups, WireWriter out) {
        groups.forEach((key, sums) -> {
            int mark = out.begin(field);
            int keyMark = out.begin(1);
            writeKey(key, out);
            out.end(keyMark);
            sums.write(out);
            out.end(mark);
        });
    }

    static void readGroup(WireReader in, Map<GroupKey, AccumulatedGroup> groups) throws IOException {
        AccumulatedGroup sums = new AccumulatedGroup();
        GroupKey key = null;
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == 1) {
                key = readKey(in.message());
            } else {
                sums.read(field, in);
            }
        }
        if (key == null || groups.put(key, sums) != null) {
            throw in.wrong(key == null ? "a group without a key" : "a group for the second time");
        }
    }

    private static void writeKey(GroupKey key, WireWriter out) {
        out.number(1, ROWS.of(key.row()));
        out.text(2, key.name());
        out.number(3, EVENT_KINDS.of(key.kind()));
        out.number(4, DEVICES.of(key.device()));
        out.text(5, key.overload());
        out.text(6, key.inputShapes());
        for (StackTraceElement frame : key.stack()) {
            int mark = out.begin(7);
            FrameCodec.write(frame, out);
            out.end(mark);
        }
        out.text(8, key.thread());
        out.text(9, key.domain());
    }

    private static GroupKey readKey(WireReader in) throws IOException {
        GroupKey.Row row = GroupKey.Row.EVENTS;
        EventKind kind = EventKind.SCOPE;
        Device.Type device = Device.Type.CPU;
        String[] texts = {"", "", "", "", "", "", "", "", "", ""};
        List<StackTraceElement> stack = new ArrayList<>(0);
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> row = ROWS.read(in);
                case 3 -> kind = EVENT_KINDS.read(in);
                case 4 -> device = DEVICES.read(in);
                case 2, 5, 6, 8, 9 -> texts[field] = in.text();
                case 7 -> stack.add(FrameCodec.read(in.message()));
                default -> in.skip();
            }
        }
        return new GroupProperties(row, texts[2], kind, texts[9], device, texts[5], texts[6], stack, texts[8]);
    }
}
