package io.stepprofiler.mxnet;

import io.stepprofiler.event.MarkerScope;

/**
 * Instant; see {@link Domain#newMarker(String)}. Recorded while the profiler runs and does not pause. Never throws; for
 * any thread.
 */
public final class Marker {
    private final io.stepprofiler.Marker marker;

    Marker(io.stepprofiler.Marker marker) {
        this.marker = marker;
    }

    /** Marks this instant for the process. */
    public void mark() {
        marker.mark();
    }

    /**
     * Marks this instant. MXNet's scopes {@code task} and {@code marker} are shown as {@code process}, here as there.
     *
     * @param scope what it concerns
     */
    public void mark(MarkerScope scope) {
        marker.mark(scope);
    }
}
