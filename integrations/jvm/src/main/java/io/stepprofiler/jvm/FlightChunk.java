package io.stepprofiler.jvm;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Chunk of a flight recording: the events of a part of its time, with their types and constants. The JDK reads whole
 * chunks only, and may read a damaged one for ever; so a chunk ends before the first event without a possible size, and
 * its header is made to fit.
 */
final class FlightChunk {
    static final byte[] MAGIC = {'F', 'L', 'R', 0};
    private static final int SIZE = 8;
    private static final int CONSTANTS = 16;
    private static final int TYPES = 24;
    private static final int START_NANOS = 32;
    private static final int DURATION_NANOS = 40;
    private static final int START_TICKS = 48;
    private static final int TICKS_A_SECOND = 56;
    private static final int STATE = 64;
    private static final int HEADER_BYTES = 68;

    private static final long TYPES_EVENT = 0;
    private static final long CONSTANTS_EVENT = 1;
    private static final int MOST_BYTES = 1 << 30; // The recorder begins a new chunk after 12 MiB.

    final long startTicks;
    final long startNanos;
    /** Why the chunk ends early, or cannot be read; empty if it is whole. */
    final String fault;

    final boolean isReadable;
    final int size;
    private final ByteBuffer bytes;

    private FlightChunk(ByteBuffer bytes) {
        this.bytes = bytes;
        startTicks = bytes.getLong(START_TICKS);
        startNanos = bytes.getLong(START_NANOS);
        long stated = bytes.getLong(SIZE);
        long constants = 0;
        long types = 0;
        int at = HEADER_BYTES;
        for (int next = sizeAt(at); next > 0; next = sizeAt(at)) {
            long type = number();
            constants = type == CONSTANTS_EVENT ? at : constants;
            types = type == TYPES_EVENT ? at : types;
            at += next;
        }
        size = at;
        bytes.limit(size);
        String end = "";
        if (bytes.get(STATE) != 0) {
            end = "its process did not finish it; ";
        } else if (at != stated) {
            end = "it is cut or damaged, and has " + at + " of " + stated + " bytes; ";
        }
        if (!end.isEmpty()) {
            bytes.put(STATE, (byte) 0).putLong(SIZE, at);
            bytes.putLong(CONSTANTS, constants).putLong(TYPES, types);
        }
        String obstacle = obstacle();
        isReadable = obstacle.isEmpty();
        fault = end + obstacle;
    }

    /** Reads the next chunk, which may not be readable; null at the end of the file. */
    static @Nullable FlightChunk next(InputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER_BYTES);
        ByteBuffer head = ByteBuffer.wrap(Arrays.copyOf(header, HEADER_BYTES));
        boolean isStated = Arrays.equals(MAGIC, Arrays.copyOf(header, MAGIC.length)) && head.get(STATE) == 0;
        // An unfinished chunk states an older size than it has; nothing is found after what is no chunk.
        long wanted = isStated ? head.getLong(SIZE) - HEADER_BYTES : MOST_BYTES;
        byte[] events = in.readNBytes((int) Math.max(0, Math.min(wanted, MOST_BYTES)));
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + events.length);
        return header.length == 0 ? null : new FlightChunk(bytes.put(head).put(events));
    }

    private int sizeAt(long at) {
        if (at < HEADER_BYTES || at >= bytes.limit()) {
            return 0; // No event can be there.
        }
        bytes.position((int) at);
        long found = number();
        return found > 0 && found <= bytes.limit() - at ? (int) found : 0;
    }

    /** Reads a number as the recorder compresses it: seven bits a byte, the lowest first, and eight in the ninth. */
    private long number() {
        long value = 0;
        for (int shift = 0; shift <= 7 * Long.BYTES && bytes.hasRemaining(); shift += 7) {
            long bits = bytes.get();
            value |= (shift == 7 * Long.BYTES ? bits & 0xff : bits & 0x7f) << shift;
            if (bits >= 0) {
                break;
            }
        }
        return value;
    }

    private String obstacle() {
        if (sizeAt(bytes.getLong(TYPES)) == 0) {
            return "it does not list the types of its events";
        }
        if (bytes.getLong(TICKS_A_SECOND) <= 0 || startNanos <= 0 || bytes.getLong(DURATION_NANOS) < 0) {
            return "its times are impossible";
        }
        long delta = -1;
        for (long at = bytes.getLong(CONSTANTS); delta != 0; at += delta) {
            if (sizeAt(at) == 0 || number() != CONSTANTS_EVENT) {
                return "its names and call stacks are missing";
            }
            number(); // Its time and its duration.
            number();
            delta = number();
            if (delta > 0) {
                // Each list of constants refers to the one before it; a cycle would be read for ever.
                return "its names and call stacks are in no order";
            }
        }
        return "";
    }

    /** Conversion of ticks to nanoseconds since 1970. */
    TickScale clock() {
        TickReading start = new TickReading(startTicks, startNanos, 0);
        return new TickScale(start, bytes.getLong(TICKS_A_SECOND) / 1e9, "flight recorder");
    }

    long endNanos(TickScale clock) {
        return clock.nanos(startTicks) + bytes.getLong(DURATION_NANOS);
    }

    void writeTo(Path file) throws IOException {
        byte[] content = new byte[bytes.limit()];
        bytes.get(0, content);
        Files.write(file, content);
    }
}
