package io.stepprofiler.analysis.operators;

import io.stepprofiler.analysis.flame.Combinations;
import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.analysis.steps.StepAxis;
import io.stepprofiler.analysis.steps.TrackWalk;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.flops.Flops;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.Repeats;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up the operators of a window, track by track. */
final class OperatorGathering {
    private static final int NONE = -1;
    private static final Set<EventKind> OTHERS =
            EnumSet.of(EventKind.WAIT, EventKind.VIRTUAL_MACHINE, EventKind.PROFILER, EventKind.MARKER);

    private final WindowWalk walk;
    private final Trace trace;
    private final StepAxis axis;
    private final Flops flops;
    private final boolean[] areOperators;
    private final boolean[] areModules;
    /** Name id of the module around each event, by track; an empty array for a track without modules. */
    private final int[][] modules;

    private final Map<OperatorKey, Integer> rows = new HashMap<>();
    private final List<OperatorKey> keys = new ArrayList<>();
    /** Combinations of name, signature, module and stack that have a row; {@link #rowOfAlike} has the row of each. */
    private final Combinations alike = new Combinations();

    private int[] rowOfAlike = new int[64];
    /** End of the time counted into the totals of each name, on the current track. */
    private final long[] covered;

    private final SparseSums calls = new SparseSums();
    private final SparseSums selfNanos = new SparseSums();
    private final SparseSums totalNanos = new SparseSums();
    private final SparseSums durations = new SparseSums();

    OperatorGathering(WindowWalk walk) {
        this.walk = walk;
        trace = walk.trace();
        axis = walk.axis();
        flops = Flops.in(trace);
        covered = new long[trace.nameCount()];
        areOperators = new boolean[trace.nameCount()];
        areModules = new boolean[trace.nameCount()];
        boolean hasModules = false;
        for (int name = 0; name < areModules.length; name++) {
            areOperators[name] = !OTHERS.contains(trace.kind(name));
            areModules[name] = trace.kind(name) == EventKind.MODULE;
            hasModules |= areModules[name];
        }
        modules = new int[trace.tracks().size()][0];
        if (hasModules) {
            findModules();
        }
    }

    private void findModules() {
        for (int i = 0; i < modules.length; i++) {
            modules[i] = modules(i, Map.of());
        }
        Map<Integer, Map<Integer, Integer>> ofBackward = new HashMap<>();
        ForwardBackward.links(trace).forEach(link -> {
            int[] forward = modules[link.forward().track()];
            if (forward.length > 0 && forward[link.forward().event()] != NONE) {
                ofBackward
                        .computeIfAbsent(link.backward().track(), any -> new HashMap<>())
                        .put(link.backward().event(), forward[link.forward().event()]);
            }
        });
        ofBackward.forEach((track, own) -> modules[track] = modules(track, own));
    }

    OperatorTable table() {
        for (int i = 0; i < trace.tracks().size(); i++) {
            Track track = trace.tracks().get(i);
            TrackWalk.along(track, axis.of(track.id()), new Operators(track, modules[i]));
        }
        return new OperatorTable(axis.steps(), keys, calls, selfNanos, totalNanos, durations, 0);
    }

    /**
     * The name id of the module around each event of a track; an empty array if there is none.
     *
     * @param given name ids of modules on other tracks that enclose an event and its children, by event
     */
    private int[] modules(int index, Map<Integer, Integer> given) {
        boolean hasModules = !given.isEmpty();
        Track track = trace.tracks().get(index);
        int[] parents = walk.parents(index);
        int[] around = new int[parents.length];
        for (int i = 0; i < parents.length; i++) {
            int parent = parents[i];
            int inside = parent == Nesting.ROOT ? NONE : track.nameId(parent);
            int outside = inside != NONE && !areModules[inside] ? around[parent] : inside;
            around[i] = given.isEmpty() ? outside : given.getOrDefault(i, outside);
            hasModules |= areModules[track.nameId(i)];
        }
        return hasModules ? around : new int[0];
    }

    /** Adds the operators of one track during a walk along it. */
    private final class Operators implements TrackWalk.Visitor {
        private final Track track;
        private final boolean isOnDevice;
        private final int[] moduleOf;
        private final int[] rowOf;
        private final StepAxis.Instants steps;
        private final Repeats repeats;
        private int around = NONE;

        Operators(Track track, int[] moduleOf) {
            this.track = track;
            this.moduleOf = moduleOf;
            isOnDevice = track.device().isPresent();
            rowOf = new int[track.size()];
            steps = axis.of(track.id());
            repeats = Repeats.in(trace, track);
            // There may be a million threads, most of which have few events.
            for (int i = 0; i < rowOf.length; i++) {
                covered[track.nameId(i)] = Long.MIN_VALUE;
            }
        }

        @Override
        public void begin(int event, int parent, int column) {
            int name = track.nameId(event);
            if (!areOperators[name]) {
                rowOf[event] = NONE;
                return;
            }
            if (repeats.contains(event)) {
                rowOf[event] = around;
                return;
            }
            boolean isAsync = track.isAsync(event);
            int row = row(event, name);
            rowOf[event] = row;
            around = isAsync ? around : row;
            long start = track.startNanos(event);
            long end = start + track.durationNanos(event);
            calls.add(row, column, 1);
            durations.add(row, column * DurationBuckets.COUNT + DurationBuckets.of(end - start), 1);
            long from = isAsync ? start : Math.max(start, covered[name]);
            if (end > from) {
                steps.split(from, end, (step, nanos) -> totalNanos.add(row, step, nanos));
            }
            if (!isAsync) {
                covered[name] = Math.max(covered[name], end);
            }
        }

        @Override
        public void pass(int event, int column, long nanos) {
            if (event != TrackWalk.NONE && rowOf[event] != NONE) {
                selfNanos.add(rowOf[event], column, nanos);
            }
        }

        private int row(int event, int name) {
            int signature = track.signatureId(event);
            int module = moduleOf.length == 0 ? NONE : moduleOf[event];
            int stack = track.stackId(event);
            int known = alike.size();
            int number = alike.findOrAdd(isOnDevice ? ~name : name, signature, module, stack);
            if (number == known) {
                if (number == rowOfAlike.length) {
                    rowOfAlike = Arrays.copyOf(rowOfAlike, 2 * number);
                }
                rowOfAlike[number] = row(name, signature, module, stack);
            }
            return rowOfAlike[number];
        }

        private int row(int name, int signature, int module, int stack) {
            OperatorKey key = new OperatorKey(
                    trace.name(name),
                    trace.kind(name),
                    isOnDevice,
                    signature < 0 ? "" : trace.signature(signature).inputDimsText(),
                    module < 0 ? "" : trace.name(module),
                    stack,
                    flops.of(name, signature));
            Integer known = rows.putIfAbsent(key, keys.size());
            if (known != null) {
                return known;
            }
            keys.add(key);
            return keys.size() - 1;
        }
    }
}
