package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivitySink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Losses of a window so far, by cause; each is also counted by the sink of the part that it concerns. */
final class FlightLosses {
    private long tooMany;
    private long unreadable;
    private long bytes;
    private int fullMemories;
    private int takenByOthers;
    private int pieces;
    private @Nullable Exception reason;

    /** Counts events beyond the limit, and unreadable events, of one part. */
    void events(ActivitySink sink, long more, long strange) {
        tooMany += more;
        unreadable += strange;
        sink.lost(more + strange);
    }

    /** Counts bytes that the recorder lost; the number of their events is unknown. */
    void bytes(ActivitySink sink, long count) {
        bytes += count;
        sink.lost(1);
    }

    /** Counts a part whose beginning may have been overwritten. */
    void fullMemory(ActivitySink sink) {
        fullMemories++;
        sink.lost(1);
    }

    /** Counts a part whose beginning another recording took. */
    void takenByAnother(ActivitySink sink) {
        takenByOthers++;
        sink.lost(1);
    }

    /** Counts a part that was lost entirely, with its number of events or at least one. */
    void piece(ActivitySink sink, long events, Exception because) {
        pieces++;
        reason = reason == null ? because : reason;
        sink.lost(Math.max(events, 1));
    }

    /** Reason for the loss of the first lost part; empty if none was lost. */
    Optional<Exception> reason() {
        return Optional.ofNullable(reason);
    }

    /** Text that lists all losses; empty if there are none. */
    String text() {
        List<String> losses = new ArrayList<>();
        if (pieces > 0) {
            losses.add((pieces == 1 ? "the recording" : pieces + " pieces of the recording") + " could not be read: "
                    + reason);
        }
        add(losses, tooMany, "events beyond the limit of a window");
        add(losses, unreadable, "events that could not be read");
        add(losses, bytes, "bytes that the recorder had no room for");
        if (fullMemories == 1) {
            losses.add("the recorder's memory was full, so that the beginning of the window may be missing");
        } else if (fullMemories > 1) {
            losses.add("the recorder's memory was full " + fullMemories
                    + " times, so that the beginnings of as many pieces may be missing");
        }
        add(losses, takenByOthers, "beginnings of recordings that another recording took and did not keep");
        return String.join(", ", losses);
    }

    private static void add(List<String> losses, long count, String what) {
        if (count > 0) {
            losses.add(count + " " + what);
        }
    }
}
