package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.SourceTrack;

/** Kind of a track of an activity source. */
enum TrackKind {
    THREAD,
    LANE,
    STREAM;

    static TrackKind of(SourceTrack track) {
        return track.isThread() ? THREAD : track.device().isPresent() ? STREAM : LANE;
    }
}
