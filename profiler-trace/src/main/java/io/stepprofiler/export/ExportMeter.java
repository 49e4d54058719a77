package io.stepprofiler.export;

import io.stepprofiler.text.OneLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Meter of an export, which counts the events that exporters have done and reports the progress to a listener.
 *
 * <p>Used by one thread at a time, for one export, which may write several files: {@link #begin} and {@link #end}
 * enclose each of them.
 */
public final class ExportMeter {
    private static final Logger LOGGER = System.getLogger(ExportMeter.class.getName());
    private static final AtomicBoolean HAS_WARNED = new AtomicBoolean();
    /** Shortest time between two reports: a reader needs no more than ten a second. */
    private static final long INTERVAL_NANOS = 100_000_000;
    /** Events between two readings of the clock: a millisecond or two of work. */
    private static final long EVENTS_UNSEEN = 4096;

    private final LongSupplier clock;
    private final long totalEvents;
    private final long startNanos;
    private ExportListener listener;
    private Path file = Path.of("");
    private int part = 1;
    private int parts = 1;
    private long toldNanos;
    /** Events of the files that are complete. */
    private long complete;
    /** Total events of the present file. */
    private long ofFile;
    /** Events of the present file that are done. */
    private long done;
    /** Events since the clock was read. */
    private long unseen;

    ExportMeter(ExportListener listener, long totalEvents, LongSupplier clock) {
        this.listener = listener;
        this.totalEvents = totalEvents;
        this.clock = clock;
        startNanos = clock.getAsLong();
    }

    /** {@return a meter without a listener} */
    public static ExportMeter none() {
        return new ExportMeter(ExportListener.NONE, 0, () -> 0);
    }

    /**
     * Begins a file.
     *
     * @param target the file
     * @param events how many events are written to it
     * @param number which file of the export it is, from 1
     * @param count how many files there will be
     */
    public void begin(Path target, long events, int number, int count) {
        file = target;
        part = number;
        parts = count;
        ofFile = events;
        done = 0;
        report(false);
    }

    /**
     * Counts events that an exporter is done with. Cheap enough to be called for each of them.
     *
     * @param events how many, 0 or more; more events than the file has are not counted
     */
    public void add(long events) {
        // The last event is done when the file is.
        done = Math.min(done + events, Math.max(ofFile - 1, 0));
        unseen += events;
        if (unseen >= EVENTS_UNSEEN) {
            unseen = 0;
            if (clock.getAsLong() - toldNanos >= INTERVAL_NANOS) {
                report(false);
            }
        }
    }

    /** Ends the file: all its events are done, whatever the exporter counted. */
    public void end() {
        complete += ofFile;
        ofFile = 0;
        done = 0;
        report(part == parts);
    }

    private void report(boolean isComplete) {
        if (listener == ExportListener.NONE) {
            return;
        }
        toldNanos = clock.getAsLong();
        ExportProgress progress =
                new ExportProgress(file, part, parts, complete + done, totalEvents, toldNanos - startNanos, isComplete);
        try {
            listener.onProgress(progress);
        } catch (Throwable e) {
            listener = ExportListener.NONE;
            Level level = HAS_WARNED.getAndSet(true) ? Level.DEBUG : Level.WARNING;
            LOGGER.log(level, OneLine.of("The listener of an export failed and is not called again", e));
            LOGGER.log(Level.DEBUG, "The listener of an export failed", e);
        }
    }
}
