package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.stacktree.MomentStacks;
import io.stepprofiler.analysis.stacktree.ScopeStacks;
import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StepsOfTrack;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts what a window has of each source into a tree of stacks. */
final class FlameGathering {
    private final Trace trace;
    private final StepAxis axis;
    private final FlameFrames frames;
    private final Map<Long, Track> tracks;
    private final Map<FlameSource, FlameTree> trees = new EnumMap<>(FlameSource.class);

    FlameGathering(Trace trace, StepAxis axis, FlameFrames frames) {
        this.trace = trace;
        this.axis = axis;
        this.frames = frames;
        tracks = trace.tracks().stream().collect(Collectors.toMap(Track::id, Function.identity()));
    }

    List<FlameGraph> graphs(FlameLimits limits) {
        for (Track track : trace.tracks()) {
            if (track.isThread()) {
                addSelfTimes(track, new ThreadStacks(track));
            }
        }
        addSamples();
        addMemory();
        List<FlameGraph> graphs = new ArrayList<>();
        for (FlameSource source : FlameSource.values()) {
            if (!tree(source).isEmpty()) {
                graphs.add(tree(source).graph(source, limits, source == FlameSource.SCOPES, frames::leftOut));
            }
        }
        return graphs;
    }

    /** The places of the events of a thread in the trees of scopes and waits. */
    private final class ThreadStacks {
        private final FlameTree scopes = tree(FlameSource.SCOPES);
        private final FlameTree waits = tree(FlameSource.WAITS);
        private final StackPlaces waitPlaces = places(waits);
        private final int thread;
        private final int[] ofScopes;
        private final int[] ofWaits;

        ThreadStacks(Track track) {
            thread = thread(scopes, track);
            ofScopes = new ScopeStacks(places(scopes), track, thread, StepsOfTrack.none()).places();
            // The tree of waits has only stacks that lead to some.
            ofWaits = hasWaits(track)
                    ? new ScopeStacks(waitPlaces, track, thread(waits, track), StepsOfTrack.none()).around()
                    : new int[0];
        }

        int waitOf(Track track, int event) {
            return waitPlaces.inside(waitPlaces.withStack(ofWaits[event], track.stackId(event)), track.nameId(event));
        }
    }

    private boolean hasWaits(Track track) {
        for (int i = 0; i < track.size(); i++) {
            if (isWait(track, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWait(Track track, int event) {
        int name = track.nameId(event);
        return EventMeaning.onThread(trace.kind(name), trace.name(name)).isPresent();
    }

    private void addSelfTimes(Track track, ThreadStacks own) {
        StepAxis.Instants steps = axis.of(track.id());
        boolean isStepping = axis.isStepping(track.id());
        SelfStretches.of(
                track,
                (event, from, until) -> steps.split(from, until, (column, nanos) -> {
                    if (event != SelfStretches.NONE) {
                        own.scopes.add(own.ofScopes[event], column, nanos);
                        if (isWait(track, event)) {
                            own.waits.add(own.waitOf(track, event), column, nanos);
                        }
                    } else if (isStepping && column != StepAxis.OUTSIDE) {
                        // So that what is in no event has a width, too, and steps add up to their durations.
                        own.scopes.add(own.thread, column, nanos);
                    }
                }));
    }

    private void addSamples() {
        StackSamples samples = trace.samples();
        boolean hasCpuTime = samples.kinds().contains(SampleKind.CPU_TIME);
        Map<Long, MomentStacks> cpu = new HashMap<>();
        Map<Long, MomentStacks> allocation = new HashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            if (samples.kind(i) == SampleKind.ALLOCATION) {
                add(FlameSource.ALLOCATION, allocation, samples, i);
            } else if ((samples.kind(i) == SampleKind.CPU_TIME) == hasCpuTime) {
                add(FlameSource.CPU, cpu, samples, i);
            }
        }
    }

    private void add(FlameSource source, Map<Long, MomentStacks> stacks, StackSamples samples, int sample) {
        long track = samples.trackId(sample);
        int node = stacks.computeIfAbsent(track, id -> moments(source, id))
                .at(samples.nanos(sample), samples.stackId(sample));
        tree(source).add(node, axis.of(track).at(samples.nanos(sample)), samples.weight(sample));
    }

    private void addMemory() {
        MemoryEvents memory = trace.memory();
        Map<Long, MomentStacks> stacks = new HashMap<>();
        for (int i = 0; i < memory.size(); i++) {
            if (memory.action(i) == MemoryAction.ALLOCATE && memory.bytes(i) > 0) {
                long track = memory.trackId(i);
                int node = stacks.computeIfAbsent(track, id -> moments(FlameSource.MEMORY, id))
                        .at(memory.nanos(i), memory.stackId(i));
                tree(FlameSource.MEMORY).add(node, axis.of(track).at(memory.nanos(i)), memory.bytes(i));
            }
        }
    }

    private MomentStacks moments(FlameSource source, long trackId) {
        // Something may be known to have happened on a thread that recorded no event.
        Track track = tracks.getOrDefault(trackId, Track.empty(trackId, "thread " + trackId));
        FlameTree tree = tree(source);
        return new MomentStacks(places(tree), true, track, thread(tree, track), StepsOfTrack.none());
    }

    private int thread(FlameTree tree, Track track) {
        return tree.stacks().child(StackTree.EMPTY, frames.thread(track.name(), axis.isStepping(track.id())));
    }

    private StackPlaces places(FlameTree tree) {
        return new StackPlaces(trace, frames, tree.stacks());
    }

    private FlameTree tree(FlameSource source) {
        return trees.computeIfAbsent(source, any -> new FlameTree());
    }
}
