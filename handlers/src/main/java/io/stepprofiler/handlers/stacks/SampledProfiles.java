package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.MomentStacks;
import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StepsOfTrack;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The samples of each track by the names of the events around them and their call stacks: a tree for each track. */
final class SampledProfiles {
    /** Where speedscope is to show what has neither a call stack nor an event around it. */
    private static final String NOTHING_KNOWN = "[no call stack]";

    private final Trace trace;
    private final FrameTable frames;
    private final StackMetric metric;
    private final Map<Long, Profile> byTrack = new LinkedHashMap<>();

    /** Adds up one metric of samples; the trees are in the order of the tracks, then in that of the samples. */
    SampledProfiles(Trace trace, FrameTable frames, StackMetric metric) {
        this.trace = trace;
        this.frames = frames;
        this.metric = metric;
        trace.tracks().forEach(track -> byTrack.put(track.id(), new Profile(track)));
        addAll();
    }

    private void addAll() {
        StackSamples samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            if (metric.counts(samples.kind(i))) {
                byTrack.computeIfAbsent(samples.trackId(i), id -> new Profile(Track.empty(id, "thread " + id)))
                        .add(samples.nanos(i), samples.stackId(i), samples.weight(i));
            }
        }
    }

    /** Takes what there is of one track. */
    @FunctionalInterface
    interface Taker<E extends Exception> {
        void take(String trackName, StackTree tree) throws E;
    }

    /** Gives the trees of the tracks that have samples. */
    <E extends Exception> void forEach(Taker<E> taker) throws E {
        for (Profile profile : byTrack.values()) {
            if (profile.moments != null) {
                taker.take(profile.track.name(), profile.tree);
            }
        }
    }

    private final class Profile {
        private final Track track;
        private final StackTree tree = new StackTree();

        /** Made for the first sample: most tracks may have none. */
        private @Nullable MomentStacks moments;

        Profile(Track track) {
            this.track = track;
        }

        void add(long nanos, int stackId, long weight) {
            if (moments == null) {
                StackPlaces places = new StackPlaces(trace, frames, tree);
                moments = new MomentStacks(places, true, track, StackTree.EMPTY, StepsOfTrack.none());
            }
            int place = moments.at(nanos, stackId);
            tree.add(place == StackTree.EMPTY ? tree.child(place, frames.named(NOTHING_KNOWN)) : place, weight);
        }
    }
}
