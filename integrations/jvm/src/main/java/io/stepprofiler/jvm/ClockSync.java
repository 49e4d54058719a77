package io.stepprofiler.jvm;

import io.stepprofiler.clock.TickReading;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Reading of {@link System#nanoTime()} between two readings of the flight recorder's clock, the start and end of this
 * event.
 */
@Name(ClockSync.NAME)
@Label("Clock Synchronization")
@StackTrace(false)
@Enabled(false)
final class ClockSync extends Event {
    static final String NAME = "io.stepprofiler.ClockSync";

    /** The first attempts may allocate memory; a few more make sure that one is quick. */
    private static final int ATTEMPTS = 8;

    /** Number of the window. */
    long window;

    /** Number of the reading; its attempts share it. */
    int number;

    /** Time on the clock of {@link System#nanoTime()}. */
    long nanos;

    /** Takes a reading in several attempts, and returns the time of the last. */
    static long take(long window, int number) {
        long last = 0;
        for (int i = 0; i < ATTEMPTS; i++) {
            ClockSync sync = new ClockSync();
            sync.window = window;
            sync.number = number;
            sync.begin();
            last = System.nanoTime();
            sync.nanos = last;
            sync.end();
            sync.commit();
        }
        return last;
    }

    /**
     * A recorded reading. In ticks, not in the recorder's instants: those are wall-clock time, read anew for each chunk
     * of a recording.
     */
    record Reading(int number, long startTicks, long nanos, long durationTicks) {
        static Reading of(RecordedEvent event) {
            return new Reading(
                    event.getInt("number"),
                    event.getLong("startTime"),
                    event.getLong("nanos"),
                    event.getLong("duration"));
        }

        TickReading at(double ticksPerNano) {
            return TickReading.between(startTicks, nanos, startTicks + durationTicks, ticksPerNano);
        }
    }

    /** Readings of a window in order of time, each with its shortest attempt. */
    static List<Reading> readings(long window, List<RecordedEvent> syncs) {
        TreeMap<Integer, Reading> closest = new TreeMap<>();
        for (RecordedEvent event : syncs) {
            if (event.getLong("window") == window) {
                Reading reading = Reading.of(event);
                closest.merge(reading.number(), reading, ClockSync::closer);
            }
        }
        return closest.values().stream()
                .sorted(Comparator.comparingLong(Reading::startTicks))
                .toList();
    }

    private static Reading closer(Reading one, Reading other) {
        return other.durationTicks() < one.durationTicks() ? other : one;
    }

    /** Rate of the recorder's clock by its own instants, from an event to a later one. */
    static double ticksPerNano(RecordedEvent first, RecordedEvent last) {
        long nanos = Duration.between(first.getStartTime(), last.getStartTime()).toNanos();
        return new TickReading(first.getLong("startTime"), 0, 0)
                .ticksPerNanoUntil(new TickReading(last.getLong("startTime"), nanos, 0));
    }
}
