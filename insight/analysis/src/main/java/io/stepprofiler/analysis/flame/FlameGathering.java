package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.steps.StepAxis;
import io.stepprofiler.analysis.steps.TrackWalk;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builder of the trees of stacks of a window, one for each source. */
final class FlameGathering {
    private final WindowAnalysis window;
    private final WindowWalk walk;
    private final Trace trace;
    private final StepAxis axis;
    private final FlameFrames frames;
    private final FlameWeights scopes = new FlameWeights();
    private final StackPlaces scopePlaces;

    FlameGathering(WindowAnalysis window, FlameFrames frames) {
        this.window = window;
        walk = window.walk();
        trace = walk.trace();
        axis = walk.axis();
        this.frames = frames;
        scopePlaces = new StackPlaces(trace, frames, scopes.stacks());
    }

    List<FlameGraph> graphs(FlameLimits limits) {
        Inside waits = new Inside();
        Map<Long, Scopes> kept = new HashMap<>();
        Set<Long> keptIds = threadsOfMoments();
        for (Track track : trace.tracks()) {
            if (track.isThread() && (track.size() > 0 || axis.isStepping(track.id()))) {
                Scopes own = new Scopes(track, waits);
                TrackWalk.along(track, axis.of(track.id()), own);
                if (keptIds.contains(track.id())) {
                    kept.put(track.id(), own);
                }
            }
        }
        Threads threads = new Threads(kept);
        Inside cpu = new Inside();
        Inside allocation = new Inside();
        Inside memory = new Inside();
        addSamples(threads, cpu, allocation);
        addMemory(threads, memory);
        List<FlameGraph> graphs = new ArrayList<>();
        add(FlameSource.SCOPES, scopes, limits, graphs);
        add(FlameSource.CPU, cpu.tree, limits, graphs);
        add(FlameSource.ALLOCATION, allocation.tree, limits, graphs);
        add(FlameSource.WAITS, waits.tree, limits, graphs);
        add(FlameSource.MEMORY, memory.tree, limits, graphs);
        return graphs;
    }

    private void add(FlameSource source, FlameWeights tree, FlameLimits limits, List<FlameGraph> graphs) {
        if (!tree.isEmpty()) {
            graphs.add(tree.graph(source, limits, source == FlameSource.SCOPES, frames::leftOut));
        }
    }

    /** Returns the ids of tracks with samples or memory events. */
    private Set<Long> threadsOfMoments() {
        Set<Long> threads = new HashSet<>();
        for (int i = 0; i < trace.samples().size(); i++) {
            threads.add(trace.samples().trackId(i));
        }
        for (int i = 0; i < trace.memory().size(); i++) {
            threads.add(trace.memory().trackId(i));
        }
        return threads;
    }

    /** Tree of stacks inside scopes, which contains only the scopes it needs. */
    private final class Inside {
        private final FlameWeights tree = new FlameWeights();
        private final StackPlaces places = new StackPlaces(trace, frames, tree.stacks());
        private final CopiedStacks around = new CopiedStacks(scopes.stacks(), tree.stacks());

        int at(int scope, int stackId) {
            return places.withStack(around.of(scope), stackId);
        }
    }

    /** Stacks of the events of a track, with self times that are added during a walk. */
    private final class Scopes implements TrackWalk.Visitor {
        private final Track track;
        private final Inside waits;
        private final int thread;
        private final boolean isStepping;
        private final int[] stacks;

        Scopes(Track track, Inside waits) {
            this.track = track;
            this.waits = waits;
            isStepping = axis.isStepping(track.id());
            thread = scopes.stacks().child(StackTree.EMPTY, frames.thread(track.name(), isStepping));
            stacks = new int[track.size()];
        }

        /** Returns the stack of an event, or of the thread for {@link TrackWalk#NONE}. */
        int of(int event) {
            return event == TrackWalk.NONE ? thread : stacks[event];
        }

        @Override
        public void begin(int event, int parent, int column) {
            stacks[event] = scopePlaces.inside(of(parent), track.nameId(event));
        }

        @Override
        public void pass(int event, int column, long nanos) {
            if (event != TrackWalk.NONE) {
                scopes.add(stacks[event], column, nanos);
                if (walk.meaning(track.nameId(event)).isPresent()) {
                    int around = waits.at(scopes.stacks().parent(stacks[event]), track.stackId(event));
                    waits.tree.add(waits.places.inside(around, track.nameId(event)), column, nanos);
                }
            } else if (isStepping && column != StepAxis.OUTSIDE) {
                // Time outside events has a width, too, so that steps add up to their durations.
                scopes.add(thread, column, nanos);
            }
        }
    }

    /** Stacks of tracks by their ids. */
    private final class Threads {
        private final Map<Long, Scopes> known;
        private final Map<Long, Integer> indexes = new HashMap<>();

        Threads(Map<Long, Scopes> known) {
            this.known = known;
            for (int i = 0; i < trace.tracks().size(); i++) {
                indexes.put(trace.tracks().get(i).id(), i);
            }
        }

        Scopes of(long trackId) {
            return known.computeIfAbsent(trackId, id -> {
                // A sample or memory event may be of a thread without events, or of no thread.
                Integer index = indexes.get(id);
                Track track = index == null
                        ? Track.empty(id, "thread " + id)
                        : trace.tracks().get(index);
                Scopes own = new Scopes(track, new Inside());
                int[] parents = index == null ? new int[0] : walk.parents(index);
                for (int i = 0; i < parents.length; i++) {
                    own.begin(i, parents[i], StepAxis.OUTSIDE);
                }
                return own;
            });
        }
    }

    /** Adds samples and memory events to a tree; times of a track must not decrease. */
    private final class Moments {
        private final Threads threads;
        private final Inside inside;
        private final Map<Long, Nesting> walks = new HashMap<>();

        Moments(Threads threads, Inside inside) {
            this.threads = threads;
            this.inside = inside;
        }

        void add(long trackId, long nanos, int stackId, long weight) {
            Scopes own = threads.of(trackId);
            int event = walks.computeIfAbsent(trackId, any -> Nesting.ofFinished(own.track))
                    .innermostAt(nanos);
            inside.tree.add(inside.at(own.of(event), stackId), axis.of(trackId).at(nanos), weight);
        }
    }

    private void addSamples(Threads threads, Inside cpu, Inside allocation) {
        StackSamples samples = trace.samples();
        boolean hasCpuTime = samples.kinds().contains(SampleKind.CPU_TIME);
        Set<Integer> ownWork = window.samples().ownWork();
        Moments running = new Moments(threads, cpu);
        Moments allocating = new Moments(threads, allocation);
        for (int i = 0; i < samples.size(); i++) {
            boolean isAllocation = samples.kind(i) == SampleKind.ALLOCATION;
            if ((isAllocation || (samples.kind(i) == SampleKind.CPU_TIME) == hasCpuTime)
                    && !ownWork.contains(samples.stackId(i))) {
                (isAllocation ? allocating : running)
                        .add(samples.trackId(i), samples.nanos(i), samples.stackId(i), samples.weight(i));
            }
        }
    }

    private void addMemory(Threads threads, Inside inside) {
        MemoryEvents memory = trace.memory();
        Moments allocated = new Moments(threads, inside);
        for (int i = 0; i < memory.size(); i++) {
            if (memory.action(i) == MemoryAction.ALLOCATE && memory.bytes(i) > 0) {
                allocated.add(memory.trackId(i), memory.nanos(i), memory.stackId(i), memory.bytes(i));
            }
        }
    }
}
