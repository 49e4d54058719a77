package io.stepprofiler.window;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.recording.DetailLog;
import io.stepprofiler.recording.EventName;
import io.stepprofiler.recording.MemoryRecord;
import io.stepprofiler.trace.TraceBuilder;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Copier of the records of one thread's side log into a trace or a segment, up to the end of a {@link ReadContext}. */
public final class DetailReader {
    private static final int RECORDS_A_CHECK = 1024;

    /** Receiver of the ends of events whose chunks have been taken back. */
    interface EndTaker {
        /** Takes an end; false to leave it for later. */
        boolean end(int slot, long ticks);
    }

    private final ReadContext cut;
    private final TraceBuilder trace;
    private final IntFunction<ThreadReader.@Nullable Place> places;
    private final EndTaker ends;
    private final TickScale scale;
    private final long trackId;

    private long instants;
    private long lastNanos = Long.MIN_VALUE;
    private int untilCheck = RECORDS_A_CHECK;
    private boolean late;

    /**
     * Creates a reader into a trace.
     *
     * @param places returns the event at a slot; null if it has not been read
     */
    public DetailReader(
            ReadContext cut,
            TraceBuilder trace,
            IntFunction<ThreadReader.@Nullable Place> places,
            EndTaker ends,
            TickScale scale,
            long trackId) {
        this.cut = cut;
        this.trace = trace;
        this.places = places;
        this.ends = ends;
        this.scale = scale;
        this.trackId = trackId;
    }

    /** Returns the number of memory events and samples of counters that were read. */
    long instants() {
        return instants;
    }

    /** Returns the time of the last memory event or sample; {@link Long#MIN_VALUE} if there is none. */
    long lastNanos() {
        return lastNanos;
    }

    /** Takes one record; false to leave it, and all that follow, for later. */
    public boolean read(long[] words, int at) {
        if (--untilCheck == 0) {
            untilCheck = RECORDS_A_CHECK;
            late |= cut.deadline().isOver();
        }
        long header = words[at];
        return switch (DetailLog.type(header)) {
            case DetailLog.MEMORY -> readMemory(words, at);
            case DetailLog.SAMPLE, DetailLog.CHANGE, DetailLog.TURN, DetailLog.SMALL_CHANGE -> readSample(words, at);
            case DetailLog.END_ELSEWHERE -> true; // Already found by ThreadReader.
            case DetailLog.END -> ends.end(DetailLog.slot(header), words[at + 1]);
            default -> readDetails(words, at);
        };
    }

    private boolean readDetails(long[] words, int at) {
        ThreadReader.Place place = places.apply(DetailLog.slot(words[at]));
        if (place == null) {
            return cut.isLast(); // Its scope began after the end of the reading, or was dropped.
        }
        int type = DetailLog.type(words[at]);
        boolean operation = type == DetailLog.OPERATION;
        if (type == DetailLog.FRAME) {
            place.track().frame(place.event(), words[at + 1]);
        } else if (late) {
            cut.window().anomalies.count(operation ? Anomaly.DETAILS_CUT : Anomaly.STACK_DROPPED);
        } else if (operation) {
            addOperation(place, words, at);
        } else {
            place.track().stack(place.event(), cut.stacks().idOf((int) words[at + 1]));
        }
        return true;
    }

    private void addOperation(ThreadReader.Place place, long[] words, int at) {
        try {
            cut.operations().addTo(place.track(), place.event(), words, at);
        } catch (RuntimeException e) {
            // Details that two threads filled at once may make no sense.
            cut.window().anomalies.count(Anomaly.DETAILS_CUT);
        }
    }

    private boolean readSample(long[] words, int at) {
        long ticks = words[at + 1];
        if (ticks > cut.ticks()) {
            return cut.isLast();
        }
        long nanos = scale.nanos(ticks);
        lastNanos = Math.max(lastNanos, nanos);
        if (late) {
            cut.window().drops.count(DropCause.POST_PROCESSING_TIMEOUT);
            return true;
        }
        instants++;
        int type = DetailLog.type(words[at]);
        EventName name = cut.name(DetailLog.counter(words[at]));
        if (type == DetailLog.SAMPLE) {
            trace.counter(name.type(), name.text(), nanos, Double.longBitsToDouble(words[at + 2]));
        } else {
            long value = type == DetailLog.SMALL_CHANGE ? (int) words[at] : words[at + 2];
            int turn = type == DetailLog.TURN ? (int) words[at + 3] : 0;
            trace.counter(name.type(), name.text(), nanos, value, turn);
        }
        return true;
    }

    private boolean readMemory(long[] words, int at) {
        long ticks = MemoryRecord.ticks(words, at);
        if (ticks > cut.ticks()) {
            return cut.isLast();
        }
        long nanos = scale.nanos(ticks);
        lastNanos = Math.max(lastNanos, nanos);
        if (late) {
            cut.window().drops.count(DropCause.POST_PROCESSING_TIMEOUT);
        } else {
            instants++;
            trace.memory(MemoryRecord.read(words, at, nanos, trackId, cut.stacks()::idOf));
        }
        return true;
    }
}
