package io.stepprofiler.analysis.operators;

import io.stepprofiler.analysis.flame.SelfStretches;
import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.analysis.flame.StepAxis;
import io.stepprofiler.averages.Flops;
import io.stepprofiler.averages.Repeats;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.ForwardBackward;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
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

    private final Trace trace;
    private final StepAxis axis;
    private final Flops flops;
    /** Of each track the name of the module around each event; no array where there is no module. */
    private final int[][] modules;

    private final Map<OperatorKey, Integer> rows = new HashMap<>();
    private final List<OperatorKey> keys = new ArrayList<>();
    private final SparseSums calls = new SparseSums();
    private final SparseSums selfNanos = new SparseSums();
    private final SparseSums totalNanos = new SparseSums();
    private final SparseSums durations = new SparseSums();

    OperatorGathering(Trace trace) {
        this.trace = trace;
        axis = new StepAxis(trace);
        flops = Flops.in(trace);
        modules = trace.tracks().stream().map(track -> modules(track, Map.of())).toArray(int[][]::new);
        Map<Integer, Map<Integer, Integer>> ofBackward = new HashMap<>();
        ForwardBackward.links(trace).forEach(link -> {
            int[] forward = modules[link.forward().track()];
            if (forward.length > 0 && forward[link.forward().event()] != NONE) {
                ofBackward
                        .computeIfAbsent(link.backward().track(), any -> new HashMap<>())
                        .put(link.backward().event(), forward[link.forward().event()]);
            }
        });
        ofBackward.forEach(
                (track, own) -> modules[track] = modules(trace.tracks().get(track), own));
    }

    OperatorTable table() {
        for (int i = 0; i < trace.tracks().size(); i++) {
            add(trace.tracks().get(i), modules[i]);
        }
        return new OperatorTable(axis.steps(), keys, calls, selfNanos, totalNanos, durations, 0);
    }

    /**
     * The name of the module around each event of a track; no array if there is none.
     *
     * @param given modules that are around events, and what is inside these, without being on their track
     */
    private int[] modules(Track track, Map<Integer, Integer> given) {
        boolean hasModules = !given.isEmpty();
        int[] parents = Nesting.finishedParents(track);
        int[] innermost = new int[parents.length];
        int[] around = new int[parents.length];
        for (int i = 0; i < parents.length; i++) {
            int outside = parents[i] == Nesting.ROOT ? NONE : innermost[parents[i]];
            boolean isModule = trace.kind(track.nameId(i)) == EventKind.MODULE;
            around[i] = given.getOrDefault(i, outside);
            innermost[i] = isModule ? track.nameId(i) : around[i];
            hasModules |= isModule;
        }
        return hasModules ? around : new int[0];
    }

    private void add(Track track, int[] moduleOf) {
        StepAxis.Instants steps = axis.of(track.id());
        Repeats repeats = Repeats.in(trace, track);
        int[] rowOf = new int[track.size()];
        // Of each name until when it is counted into totals.
        Map<Integer, Long> covered = new HashMap<>();
        int around = NONE;
        for (int i = 0; i < rowOf.length; i++) {
            int name = track.nameId(i);
            rowOf[i] = NONE;
            if (track.isUnfinished(i) || OTHERS.contains(trace.kind(name))) {
                continue;
            }
            if (repeats.contains(i)) {
                rowOf[i] = around;
                continue;
            }
            int row = row(track, i, moduleOf.length == 0 ? NONE : moduleOf[i]);
            rowOf[i] = row;
            around = track.isAsync(i) ? around : row;
            long start = track.startNanos(i);
            long end = start + track.durationNanos(i);
            int column = steps.at(start);
            calls.add(row, column, 1);
            durations.add(row, column * DurationBuckets.COUNT + DurationBuckets.of(end - start), 1);
            long from = track.isAsync(i) ? start : Math.max(start, covered.getOrDefault(name, Long.MIN_VALUE));
            if (end > from) {
                steps.split(from, end, (step, nanos) -> totalNanos.add(row, step, nanos));
            }
            if (!track.isAsync(i)) {
                covered.merge(name, end, Math::max);
            }
        }
        SelfStretches.of(track, (event, from, until) -> {
            if (event != SelfStretches.NONE && rowOf[event] != NONE) {
                steps.split(from, until, (step, nanos) -> selfNanos.add(rowOf[event], step, nanos));
            }
        });
    }

    private int row(Track track, int event, int module) {
        int name = track.nameId(event);
        int signature = track.signatureId(event);
        OperatorKey key = new OperatorKey(
                trace.name(name),
                trace.kind(name),
                track.device().isPresent(),
                signature < 0 ? "" : trace.signature(signature).inputDimsText(),
                module < 0 ? "" : trace.name(module),
                track.stackId(event),
                flops.of(name, signature));
        Integer known = rows.putIfAbsent(key, keys.size());
        if (known != null) {
            return known;
        }
        keys.add(key);
        return keys.size() - 1;
    }
}
