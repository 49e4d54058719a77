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

/** A reading of {@link System#nanoTime()} between two of the flight recorder's clock: its own start and end. */
@Name(ClockSync.NAME)
@Label("Clock Synchronization")
@StackTrace(false)
@Enabled(false)
final class ClockSync extends Event {
    static final String NAME = "io.stepprofiler.ClockSync";

    /** The first attempts wait for memory; a few more make sure that one is quick. */
    private static final int ATTEMPTS = 8;

    /** Which window it belongs to. */
    long window;

    /** Which of several attempts are one reading. */
    int number;

    /** The reading. */
    long nanos;

    /** Takes a reading, in some attempts; answers the time of the last one. */
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
     * A reading as the recorder has it. In ticks, not the instants that the recorder makes of them: those are
     * wall-clock time, read anew for each part of a recording.
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

    /** The readings of a window, the closest attempt of each, in the order of time. */
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

    /** The rate of the recorder's clock by its own account, from an event to a later one. */
    static double ticksPerNano(RecordedEvent first, RecordedEvent last) {
        long nanos = Duration.between(first.getStartTime(), last.getStartTime()).toNanos();
        return new TickReading(first.getLong("startTime"), 0, 0)
                .ticksPerNanoUntil(new TickReading(last.getLong("startTime"), nanos, 0));
    }
}
