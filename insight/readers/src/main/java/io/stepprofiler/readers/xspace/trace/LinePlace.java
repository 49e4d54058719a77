package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.trace.TrackBuilder;

/**
 * Destination of the events of a line.
 *
 * @param track the track
 * @param isStream whether it is a stream of a device
 */
record LinePlace(TrackBuilder track, boolean isStream) {}
