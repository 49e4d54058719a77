package io.stepprofiler.startup;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters that a HotSpot virtual machine keeps from its first moment on, for {@code jstat}: among them times of
 * class loading that no bean has. It keeps them in a mapped file of 32 KiB, where they are read one by one; reading
 * such a file does not fail half-way if somebody shortens it, as mapping it would.
 *
 * <p>The format is that of {@code jdk.internal.perf} and {@code perfMemory.hpp}: a prologue, then entries of a name and
 * a value. Counters differ from release to release, so each may be missing.
 */
final class PerfCounters {
    private static final int MAGIC = 0xcafec0c0;
    private static final byte LITTLE = 1;
    private static final byte MAJOR = 2;
    private static final int PROLOGUE_BYTES = 32;
    private static final int ENTRY_BYTES = 20;
    private static final byte LONG = 'J';
    private static final long MAX_BYTES = 1 << 20;
    private static final int MAX_ENTRIES = 10_000;

    /** Ticks a second of the times in it. */
    private static final String FREQUENCY = "sun.os.hrt.frequency";

    private final Path file;
    private final Map<String, Integer> places = new HashMap<>();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private double nanosPerTick;

    /** Those of a file; none if it is not one of them. */
    PerfCounters(Path file) {
        this.file = file;
        try {
            if (isOurs(file) && Files.size(file) <= MAX_BYTES) {
                find(ByteBuffer.wrap(Files.readAllBytes(file)));
            }
        } catch (IOException | RuntimeException e) {
            places.clear();
        }
        long frequency = value(FREQUENCY);
        nanosPerTick = frequency > 0 ? 1e9 / frequency : 0;
    }

    /** Those of this process; none where it keeps none, or in no file of its own. */
    static PerfCounters ofThisProcess() {
        return new PerfCounters(Path.of(
                "/tmp/hsperfdata_" + System.getProperty("user.name", ""),
                String.valueOf(ProcessHandle.current().pid())));
    }

    /** Whether nobody else has put it there: the directory above is everybody's. */
    private static boolean isOurs(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")));
    }

    private void find(ByteBuffer bytes) {
        if (bytes.limit() < PROLOGUE_BYTES || bytes.getInt(0) != MAGIC || bytes.get(5) != MAJOR) {
            return;
        }
        order = bytes.get(4) == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        bytes.order(order);
        int entry = bytes.getInt(24);
        int entries = Math.min(bytes.getInt(28), MAX_ENTRIES);
        for (int i = 0; i < entries && entry >= PROLOGUE_BYTES && entry <= bytes.limit() - ENTRY_BYTES; i++) {
            int length = bytes.getInt(entry);
            if (length < ENTRY_BYTES || length > bytes.limit() - entry) {
                return;
            }
            findNumber(bytes, entry, length);
            entry += length;
        }
    }

    private void findNumber(ByteBuffer bytes, int entry, int length) {
        int name = bytes.getInt(entry + 4);
        int vector = bytes.getInt(entry + 8);
        int value = bytes.getInt(entry + 16);
        if (bytes.get(entry + 12) == LONG && vector == 0 && isInside(name, 1, length) && isInside(value, 8, length)) {
            int end = entry + name;
            while (end < entry + length && bytes.get(end) != 0) {
                end++;
            }
            byte[] text = new byte[end - entry - name];
            bytes.get(entry + name, text);
            places.put(new String(text, StandardCharsets.ISO_8859_1), entry + value);
        }
    }

    private static boolean isInside(int offset, int bytes, int length) {
        return offset >= ENTRY_BYTES && offset <= length - bytes;
    }

    /** The time of a counter in nanoseconds; -1 if there is none of that name. */
    long nanos(String name) {
        long ticks = value(name);
        return ticks < 0 || nanosPerTick == 0 ? -1 : (long) (ticks * nanosPerTick);
    }

    /** The value of a counter now; -1 if there is none of that name. */
    long value(String name) {
        Integer place = places.get(name);
        if (place == null) {
            return -1;
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[Long.BYTES];
            open.seek(place);
            open.readFully(bytes);
            return ByteBuffer.wrap(bytes).order(order).getLong();
        } catch (IOException e) {
            return -1;
        }
    }
}
