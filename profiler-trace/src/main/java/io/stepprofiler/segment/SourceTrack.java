package io.stepprofiler.segment;

import io.stepprofiler.columns.NameNumbers;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.Place;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.event.Device;
import java.io.IOException;
import java.util.Optional;

/**
 * Events that an activity source delivered on one track, in any order: of a thread, a lane of its own or a stream of a
 * device.
 *
 * <p>Immutable; safe on any thread.
 */
public final class SourceTrack {
    private final ThreadSegment events;
    private final Place place;

    SourceTrack(ThreadSegment events, Place place) {
        this.events = events;
        this.place = place;
    }

    /** {@return the events and the name of the track; the id is meaningless if the track is no thread} */
    public ThreadSegment events() {
        return events;
    }

    /** {@return whether it is a thread} */
    public boolean isThread() {
        return place.isThread();
    }

    /** {@return the device, if it is a stream of one} */
    public Optional<Device> device() {
        return place.device();
    }

    /** {@return the number of that stream, or -1} */
    public int stream() {
        return place.stream();
    }

    void addTo(TraceColumns columns, NameNumbers numbers) throws IOException {
        String name = events.header().trackName();
        TrackColumns track = isThread() ? columns.thread(events.header().trackId(), name) : columns.lane(name, place);
        try {
            Piece piece = events.read(0);
            if (piece.events().size != events.size()) {
                throw new IOException("The journal is inconsistent: " + piece.events().size
                        + " events of a source instead of " + events.size());
            }
            track.addAll(piece, numbers);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("The journal is inconsistent: " + e.getMessage(), e);
        }
    }
}
