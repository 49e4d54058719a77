package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivitySink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Losses of a window so far, by cause; each is counted by the sink of the piece that lacks it, too. */
final class FlightLosses {
    private long tooMany;
    private long unreadable;
    private long bytes;
    private int fullMemories;
    private int takenByOthers;
    private int pieces;
    private @Nullable Exception reason;

    /** Counts events that there was no room for while a piece was read, and some that could not be read. */
    void events(ActivitySink sink, long more, long strange) {
        tooMany += more;
        unreadable += strange;
        sink.lost(more + strange);
    }

    /** Counts a stretch of a recording that the recorder had no room for; the number of its events is unknown. */
    void bytes(ActivitySink sink, long count) {
        bytes += count;
        sink.lost(1);
    }

    /** Counts a piece whose beginning may have been overwritten. */
    void fullMemory(ActivitySink sink) {
        fullMemories++;
        sink.lost(1);
    }

    /** Counts a piece whose beginning is with another recording. */
    void takenByAnother(ActivitySink sink) {
        takenByOthers++;
        sink.lost(1);
    }

    /** Counts a piece that could not be had at all, with as many events as are known. */
    void piece(ActivitySink sink, long events, Exception because) {
        pieces++;
        reason = reason == null ? because : reason;
        sink.lost(Math.max(events, 1));
    }

    /** Why the first piece could not be had that was lost; empty if none was. */
    Optional<Exception> reason() {
        return Optional.ofNullable(reason);
    }

    /** Everything in words; empty if nothing was lost. */
    String text() {
        List<String> losses = new ArrayList<>();
        if (pieces > 0) {
            losses.add((pieces == 1 ? "the recording" : pieces + " pieces of the recording") + " could not be read: "
                    + reason);
        }
        add(losses, tooMany, "events more than a window may have");
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
