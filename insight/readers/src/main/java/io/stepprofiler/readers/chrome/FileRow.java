package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.jspecify.annotations.Nullable;

/** One row of the file, identified by its process and thread, and the track of its events. */
final class FileRow {
    private static final long NO_ID = -1;

    private final RowKey key;
    private final TraceBuilder trace;
    private String name = "";
    private long id = NO_ID;
    private boolean onDevice;
    private @Nullable TrackBuilder track;
    private @Nullable FileRow sameAs;

    FileRow(RowKey key, TraceBuilder trace) {
        this.key = key;
        this.trace = trace;
    }

    RowKey key() {
        return key;
    }

    /** The row whose track this one shares; mostly itself. */
    FileRow resolved() {
        return sameAs == null ? this : sameAs;
    }

    void shareTrackOf(FileRow other) {
        sameAs = other;
    }

    boolean isPlaced() {
        return id != NO_ID || sameAs != null;
    }

    void placeOnThread(long thread) {
        id = thread;
    }

    void placeOnLane() {
        track = trace.lane(name);
        id = track.id();
    }

    void placeOnStream(int device, int stream) {
        track = trace.stream(Device.cuda(device), stream);
        id = track.id();
        onDevice = true;
    }

    boolean isThread() {
        return id != NO_ID && id < TraceBuilder.FIRST_LANE_ID;
    }

    /** True if it is a stream of a device. */
    boolean onDevice() {
        return onDevice;
    }

    String name() {
        return name;
    }

    void named(String text) {
        name = text;
        if (track != null && isThread()) {
            track.named(text);
        }
    }

    /** The id that the track has, or will have when it gets an event. */
    long trackId() {
        return id;
    }

    TrackBuilder track() {
        if (track == null) {
            track = trace.thread(id, name);
        }
        return track;
    }
}
