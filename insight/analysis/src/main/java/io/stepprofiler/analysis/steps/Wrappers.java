package io.stepprofiler.analysis.steps;

import io.stepprofiler.trace.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Search for events that are no phases because they enclose each step, such as a scope around the body of a loop: a
 * step with the only phase {@code train} would be of no use. The events inside them are the phases. Such an event
 * contains all other events of the step, like a {@code StepScope} of any length, or covers most of the
 * step.
 */
final class Wrappers {
    /** Smallest part of a step that such an event covers, unless it contains all other events of the step. */
    private static final double MOST_OF_A_STEP = 0.9;

    /** Smallest part of the steps inside other events: with less, the event is work with some calls, and so a phase. */
    private static final double MOST_OF_IT = 0.5;

    /** Most wrappers: a Python call stack has one event for each of its frames. */
    private static final int MAX_DEPTH = 64;

    private Wrappers() {}

    /**
     * Returns the phases of a track, followed by its wrappers, the innermost first.
     *
     * @param names names of events that may be phases
     */
    static List<Phases> layers(BitSet names, Track track, List<IntervalSet> steps) {
        Deque<Integer> wrappers = new ArrayDeque<>();
        BitSet among = new BitSet();
        Phases phases = Phases.outermost(track, names::get);
        while (wrappers.size() < MAX_DEPTH) {
            OptionalInt outer = aroundEach(phases, Phases.outermost(track, name -> !among.get(name)), steps);
            if (outer.isEmpty()) {
                break;
            }
            among.set(outer.getAsInt());
            Phases inside = Phases.outermost(track, name -> names.get(name) && !among.get(name));
            if (part(inside, steps) < MOST_OF_IT) {
                break;
            }
            wrappers.push(outer.getAsInt());
            phases = inside;
        }
        List<Phases> layers = new ArrayList<>(List.of(phases));
        wrappers.forEach(wrapper -> layers.add(Phases.outermost(track, name -> name == wrapper)));
        return layers;
    }

    private static OptionalInt aroundEach(Phases phases, Phases events, List<IntervalSet> steps) {
        Map<Integer, Long> found = new HashMap<>();
        for (IntervalSet step : steps) {
            OptionalInt only = events.only(step);
            phases.within(step).forEach((name, nanos) -> {
                if (nanos >= MOST_OF_A_STEP * step.nanos() || only.equals(OptionalInt.of(name))) {
                    found.merge(name, 1L, Long::sum);
                }
            });
        }
        return found.entrySet().stream()
                .filter(each -> each.getValue() == steps.size())
                .mapToInt(Map.Entry::getKey)
                .findAny();
    }

    private static double part(Phases phases, List<IntervalSet> steps) {
        IntervalSet all = phases.all();
        long inside = steps.stream().mapToLong(step -> step.and(all).nanos()).sum();
        return (double) inside / steps.stream().mapToLong(IntervalSet::nanos).sum();
    }
}
