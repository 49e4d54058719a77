package io.stepprofiler.export;

import io.stepprofiler.trace.LossAccount;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Progress of an export.
 *
 * <p>Events are all that a {@link LossAccount} counts and a trace holds: events on tracks, samples of counters, memory
 * events, and samples of call stacks. An exporter may be done with some of them before it has written anything, and may
 * need a while before the first.
 *
 * @param file the file that is being written, or has just been completed
 * @param part number of the file in this export, from 1
 * @param parts number of files of this export
 * @param events events done, in all files so far; {@code totalEvents} when the last file is complete, not before
 * @param totalEvents events of the trace
 * @param elapsedNanos nanoseconds since the export began
 * @param isComplete whether the last file is complete
 */
public record ExportProgress(
        Path file, int part, int parts, long events, long totalEvents, long elapsedNanos, boolean isComplete) {
    private static final double NANOS_A_SECOND = 1e9;

    /** {@return how much is done, 0 to 100; an empty trace is done when its file is} */
    public double percent() {
        return totalEvents == 0 ? 100 : 100.0 * events / totalEvents;
    }

    /** {@return events a second since the export began; 0 if no time has passed} */
    public double eventsPerSecond() {
        return elapsedNanos == 0 ? 0 : events * NANOS_A_SECOND / elapsedNanos;
    }

    /** {@return the nanoseconds that the rest will take at the rate so far; empty before the first event} */
    public OptionalLong remainingNanos() {
        return events == 0
                ? OptionalLong.empty()
                : OptionalLong.of((long) ((double) (totalEvents - events) * elapsedNanos / events));
    }
}
