package io.stepprofiler.columns;

import io.stepprofiler.event.Device;
import java.util.Optional;

/**
 * Thread, lane or stream behind a track.
 *
 * @param isThread whether it is a thread
 * @param device device of a stream
 * @param stream number of a stream, or -1
 */
public record Place(boolean isThread, Optional<Device> device, int stream) {
    /** A thread. */
    public static final Place THREAD = new Place(true, Optional.empty(), -1);
    /** A lane of an activity source. */
    public static final Place LANE = new Place(false, Optional.empty(), -1);
}
