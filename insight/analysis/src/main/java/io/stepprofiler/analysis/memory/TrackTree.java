package io.stepprofiler.analysis.memory;

import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Track;

/** A track with the parent and the roles of each event, including roles inherited from outer events. */
final class TrackTree {
    static final int ROOT = Nesting.ROOT;

    private final Track track;
    private final int[] parents;
    private final byte[] roles;

    TrackTree(Track track, byte[] rolesOfNames) {
        this.track = track;
        parents = Nesting.parents(track);
        roles = new byte[track.size()];
        for (int i = 0; i < roles.length; i++) {
            int inherited = parents[i] == ROOT ? 0 : roles[parents[i]] & OperationRole.INHERITED;
            int backward = track.forwardThread(i) >= 0 ? OperationRole.BACKWARD : 0;
            roles[i] = (byte) (rolesOfNames[track.nameId(i)] | backward | inherited);
        }
    }

    Track track() {
        return track;
    }

    int parent(int event) {
        return parents[event];
    }

    boolean is(int event, int role) {
        return (roles[event] & role) != 0;
    }

    long endNanos(int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }
}
