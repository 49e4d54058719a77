package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.trace.TrackBuilder;

/**
 * Where the events of a line go.
 *
 * @param track the track
 * @param isStream whether it is a stream of a device
 */
record LinePlace(TrackBuilder track, boolean isStream) {}
