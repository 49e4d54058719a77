package io.stepprofiler.pytorch;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.nativeaccess.TimeStampCounter;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.nativeaccess.torch.TorchLog;
import io.stepprofiler.nativeaccess.torch.TorchLogCounts;
import io.stepprofiler.nativeaccess.torch.TorchReading;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A window that is recorded natively, and read in several readings. */
final class TorchRecording implements ActivityRecording {
    private static final Cleaner CLEANER = Cleaner.create();

    /** Divisor of the budget: at this part of it, the rest leaves time for reading. */
    private static final int MUCH = 4;

    private final TorchWindow window;
    private final TorchNotes notes;
    private final long budgetBytes;

    /** Bytes of earlier windows, which stay in memory until these have been collected or discarded. */
    private final long heldBefore = TorchLibrary.heldBytes();

    private final StepSampling steps;
    private final Cleaner.Cleanable memory;

    private final OperationNames names = new OperationNames();
    private final ThreadIdentities threads = new ThreadIdentities();
    private final TorchCounts counts = new TorchCounts();
    /** Null before the first reading. */
    private @Nullable TickScale scale;

    /** Readings of the counter that times records, not yet added to the scale. */
    private final Queue<TickReading> clock = new ConcurrentLinkedQueue<>();

    TorchRecording(TorchWindow window, TorchNotes notes, long budgetBytes, int everyNthStep) {
        this.window = window;
        this.notes = notes;
        this.budgetBytes = budgetBytes;
        steps = new StepSampling(everyNthStep, window);
        // A discarded window is never collected.
        memory = CLEANER.register(this, window::release);
    }

    @Override
    public void stepBegan(long step) {
        steps.stepBegan(step);
    }

    @Override
    public void clockRead(TickReading reading) {
        if (Ticks.SOURCE instanceof TimeStampCounter) {
            clock.add(reading);
        }
    }

    @Override
    public void stop() {
        window.close();
    }

    @Override
    public boolean isFillingUp() {
        return TorchLibrary.heldBytes() > budgetBytes / MUCH;
    }

    @Override
    public double filledPart() {
        return (double) (TorchLibrary.heldBytes() - heldBefore) / Math.max(1, budgetBytes - heldBefore);
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        deliver(window.read(false), sink);
    }

    @Override
    public void collect(ActivitySink sink) {
        try {
            TorchReading last = window.read(true);
            TorchNotes.addSample(sink, steps);
            counts.windowEnds();
            deliver(last, sink);
        } finally {
            memory.clean();
        }
    }

    private void deliver(TorchReading reading, ActivitySink sink) {
        notes.addTo(sink, window, reading);
        read(reading, sink);
        sink.lost(counts.takeLost());
        sink.stepsNotSampled(steps.takeNotRecorded());
        TorchNotes.addLosses(sink, counts);
    }

    private void read(TorchReading reading, ActivitySink sink) {
        TickScale known = scale(reading);
        addClock(reading.at(), known);
        known.add(reading.at());
        // All threads first, because backward operations refer to the threads of their forward operations.
        reading.logs().forEach(log -> threads.add(log.thread()));
        counts.lostWithThreads(reading.lost());
        TorchRecordReader reader =
                new TorchRecordReader(reading.opened(), reading.at(), known, names, threads, counts, sink);
        long oldest = reading.at().ticks();
        for (TorchLog log : reading.logs()) {
            oldest = Math.min(oldest, read(log, reader));
        }
        known.forgetBefore(oldest);
    }

    private void addClock(TickReading until, TickScale known) {
        for (TickReading next = clock.peek(); next != null && next.ticks() < until.ticks(); next = clock.peek()) {
            known.add(next);
            clock.remove();
        }
    }

    /** Returns the ticks at the start of the oldest event that stays in the log. */
    private long read(TorchLog log, TorchRecordReader reader) {
        long records = 0;
        for (ByteBuffer chunk = log.next(); chunk != null; chunk = log.next()) {
            records += reader.read(log.thread(), chunk);
        }
        TorchLogCounts counted = log.counts();
        counts.add(counted, records);
        return counted.oldestTicks();
    }

    /**
     * Scale from ticks to time, through all readings, so that an operation is timed by the readings next to its ends.
     */
    private TickScale scale(TorchReading reading) {
        TickScale known = scale;
        if (known == null) {
            known = new TickScale(
                    reading.opened(), reading.opened().ticksPerNanoUntil(reading.at()), "libtorch's recorder");
            scale = known;
        }
        return known;
    }
}
