package io.stepprofiler.benchmarks.readers;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.stepprofiler.readers.accounting.NestedAccounting;
import io.stepprofiler.readers.accounting.NestedAccounting.Repeats;
import io.stepprofiler.readers.accounting.NestedTimes;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileLine;
import io.stepprofiler.readers.xspace.ProfilePlane;
import io.stepprofiler.readers.xspace.proto.XEvent;
import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.readers.xspace.proto.XSpace;
import io.stepprofiler.readers.xspace.proto.XStat;
import io.stepprofiler.readers.xspace.proto.XStatMetadata;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes a large XSpace, opens it, goes through all its events, and accounts for one plane of it: a program of nine
 * operations again and again. Prints how fast each was.
 *
 * <pre>java -Xmx1g -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.readers.LargeProfile \
 *     1000000000 10000000</pre>
 */
public final class LargeProfile {
    private static final int EVENTS_A_LINE = 500_000;
    private static final int OPERATIONS = 9;
    private static final long PROGRAM_PICOS = 100_000_000;

    private LargeProfile() {}

    /**
     * Writes and reads.
     *
     * @param arguments how many bytes the file is to have at least, and how many events are accounted for
     */
    public static void main(String[] arguments) throws IOException {
        long bytes = Long.parseLong(arguments[0]);
        int accounted = Integer.parseInt(arguments[1]);
        Path file = Files.createTempFile("large", ".xplane.pb");
        try {
            write(file, bytes);
            goThrough(file);
            writeOnePlane(file, accounted);
            for (int round = 0; round < 3; round++) {
                account(file, accounted, "");
                account(file, accounted, "fusion");
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void write(Path file, long bytes) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            CodedOutputStream to = CodedOutputStream.newInstance(out);
            for (int plane = 0; to.getTotalBytesWritten() < bytes; plane++) {
                writePlane("/device:GPU:" + plane, EVENTS_A_LINE, to);
            }
            to.flush();
        }
    }

    private static void writeOnePlane(Path file, int events) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            CodedOutputStream to = CodedOutputStream.newInstance(out);
            writePlane("/device:GPU:0", events, to);
            to.flush();
        }
    }

    /**
     * Writes a plane of which one line is in memory at a time: each is made twice, first for the length of the plane.
     */
    private static void writePlane(String name, int events, CodedOutputStream to) throws IOException {
        XPlane names = names(name).build();
        int length = names.getSerializedSize();
        for (int first = 0; first < events; first += EVENTS_A_LINE) {
            length += CodedOutputStream.computeMessageSize(XPlane.LINES_FIELD_NUMBER, line(first, events));
        }
        to.writeTag(XSpace.PLANES_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        to.writeUInt32NoTag(length);
        names.writeTo(to);
        for (int first = 0; first < events; first += EVENTS_A_LINE) {
            to.writeMessage(XPlane.LINES_FIELD_NUMBER, line(first, events));
        }
    }

    private static XPlane.Builder names(String name) {
        XPlane.Builder plane = XPlane.newBuilder().setName(name);
        plane.putEventMetadata(
                1, XEventMetadata.newBuilder().setId(1).setName("jit_step").build());
        for (long id = 2; id < 2 + OPERATIONS; id++) {
            plane.putEventMetadata(
                    id,
                    XEventMetadata.newBuilder()
                            .setId(id)
                            .setName("fusion." + id)
                            .build());
        }
        String[] stats = {"run_id", "correlation_id", "bytes_accessed"};
        for (int i = 0; i < stats.length; i++) {
            plane.putStatMetadata(
                    i + 1L,
                    XStatMetadata.newBuilder().setId(i + 1L).setName(stats[i]).build());
        }
        return plane;
    }

    private static XLine line(long first, long events) {
        XLine.Builder line = XLine.newBuilder().setId(1).setName("XLA Ops");
        for (long i = first; i < Math.min(first + EVENTS_A_LINE, events); i++) {
            int place = (int) (i % (OPERATIONS + 1));
            long begin = i / (OPERATIONS + 1) * PROGRAM_PICOS;
            boolean isProgram = place == 0;
            line.addEvents(XEvent.newBuilder()
                    .setMetadataId(place + 1L)
                    .setOffsetPs(isProgram ? begin : begin + (place - 1) * (PROGRAM_PICOS / OPERATIONS))
                    .setDurationPs(isProgram ? PROGRAM_PICOS : PROGRAM_PICOS / OPERATIONS - 1000)
                    .addStats(XStat.newBuilder().setMetadataId(1).setInt64Value(i % 1000))
                    .addStats(XStat.newBuilder().setMetadataId(2).setInt64Value(i))
                    .addStats(XStat.newBuilder().setMetadataId(3).setInt64Value(i * 64)));
        }
        return line.build();
    }

    private static void goThrough(Path file) throws IOException {
        long start = System.nanoTime();
        try (ProfileData profile = ProfileData.from(file)) {
            double opened = seconds(start);
            long events = 0;
            long picos = 0;
            long values = 0;
            long from = System.nanoTime();
            for (ProfilePlane plane : profile.planes()) {
                for (ProfileLine line : plane.lines()) {
                    for (ProfileEvent event : line) {
                        events++;
                        picos += event.durationPicos() + event.name().length();
                        values += event.stats().size();
                    }
                }
            }
            double read = seconds(from);
            print(
                    "%d MB, %d events, %d values, -Xmx%d MB: opened in %.1f s, gone through in %.1f s, %.2f million events/s (%d)",
                    Files.size(file) / 1_000_000,
                    events,
                    values,
                    Runtime.getRuntime().maxMemory() >> 20,
                    opened,
                    read,
                    events / read / 1e6,
                    picos);
        }
    }

    private static void account(Path file, int events, String regex) throws IOException {
        NestedAccounting.Builder builder =
                NestedAccounting.builder().maxEvents(events).repeats(Repeats.SUM);
        if (!regex.isEmpty()) {
            builder.nestedRegex(regex);
        }
        long start = System.nanoTime();
        try (ProfileData profile = ProfileData.from(file)) {
            NestedTimes times = builder.build().account(profile, 0);
            double taken = seconds(start);
            print(
                    "accounted for %d events%s in %.1f s, %.2f million events/s, %d programs",
                    times.kept(),
                    regex.isEmpty() ? "" : " nested, found by " + regex,
                    taken,
                    times.kept() / taken / 1e6,
                    times.seconds().size());
        }
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }
}
