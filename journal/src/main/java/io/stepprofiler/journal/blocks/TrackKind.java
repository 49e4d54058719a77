package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.SourceTrack;

/** What a track of an activity source stands for. */
enum TrackKind {
    THREAD,
    LANE,
    STREAM;

    static TrackKind of(SourceTrack track) {
        return track.isThread() ? THREAD : track.device().isPresent() ? STREAM : LANE;
    }
}
