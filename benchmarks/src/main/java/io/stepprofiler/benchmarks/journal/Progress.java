package io.stepprofiler.benchmarks.journal;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Progress of each thread of a process, in a memory-mapped file: its content remains, however the process ends.
 *
 * <p>For each thread it has the number of begun events, and timestamped copies of that number from time to time.
 */
final class Progress {
    static final int THREADS = 3;

    private static final int STAMPS = 1 << 16;
    private static final int HEAD = 2 * Long.BYTES;
    private static final int BYTES_PER_THREAD = HEAD + STAMPS * 2 * Long.BYTES;

    private final MappedByteBuffer map;

    Progress(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            map = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) THREADS * BYTES_PER_THREAD);
        }
    }

    /** Notes that a thread is about to begin its next event. */
    void begin(int thread) {
        map.putLong(thread * BYTES_PER_THREAD, begun(thread) + 1);
    }

    /** Adds a timestamp to the number of events that a thread has begun and ended. */
    void stamp(int thread) {
        int at = thread * BYTES_PER_THREAD;
        long stamps = map.getLong(at + Long.BYTES);
        if (stamps < STAMPS) {
            int stamp = at + HEAD + (int) stamps * 2 * Long.BYTES;
            map.putLong(stamp + Long.BYTES, begun(thread));
            map.putLong(stamp, System.nanoTime());
            map.putLong(at + Long.BYTES, stamps + 1);
        }
    }

    long begun(int thread) {
        return map.getLong(thread * BYTES_PER_THREAD);
    }

    long begunInAll() {
        long begun = 0;
        for (int thread = 0; thread < THREADS; thread++) {
            begun += begun(thread);
        }
        return begun;
    }

    /** Returns the number of events that a thread had certainly begun and ended at a time. */
    long doneAt(int thread, long nanos) {
        int at = thread * BYTES_PER_THREAD;
        long done = 0;
        for (int stamp = 0; stamp < map.getLong(at + Long.BYTES); stamp++) {
            int place = at + HEAD + stamp * 2 * Long.BYTES;
            if (map.getLong(place) > nanos) {
                break;
            }
            done = map.getLong(place + Long.BYTES);
        }
        return done;
    }

    /** Returns the first timestamp of the first thread, or the last one of all if it has none. */
    long firstNanos() {
        return map.getLong(Long.BYTES) > 0 ? map.getLong(HEAD) : lastNanos();
    }

    /** Returns the last timestamp of all threads; 0 if there is none. */
    long lastNanos() {
        long last = 0;
        for (int thread = 0; thread < THREADS; thread++) {
            int at = thread * BYTES_PER_THREAD;
            long stamps = map.getLong(at + Long.BYTES);
            if (stamps > 0) {
                last = Math.max(last, map.getLong(at + HEAD + (int) (stamps - 1) * 2 * Long.BYTES));
            }
        }
        return last;
    }
}
