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
 * Finds the names of events that are no phases because they are around all of each step, such as the scope that a loop
 * opens for its whole body: a step that is all {@code train} would say nothing. What is inside them are the phases. Such
 * an event has all others of the step inside it, as a {@link io.stepprofiler.StepScope} has however short the step is,
 * or leaves little of it.
 */
final class Wrappers {
    /** Least part of a step that such an event takes, unless all other events of the step are inside it. */
    private static final double MOST_OF_A_STEP = 0.9;

    /** Least part of the steps that is inside other events: else it is work with some calls, and is a phase. */
    private static final double MOST_OF_IT = 0.5;

    /** Call stacks of Python have a function for each of their frames. */
    private static final int MAX_DEPTH = 64;

    private Wrappers() {}

    /**
     * The phases of a track, and behind them the wrappers, the innermost first.
     *
     * @param names those of events that may be phases
     */
    static List<Phases> layers(BitSet names, Track track, List<Stretches> steps) {
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

    private static OptionalInt aroundEach(Phases phases, Phases events, List<Stretches> steps) {
        Map<Integer, Long> found = new HashMap<>();
        for (Stretches step : steps) {
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

    private static double part(Phases phases, List<Stretches> steps) {
        Stretches all = phases.all();
        long inside = steps.stream().mapToLong(step -> step.and(all).nanos()).sum();
        return (double) inside / steps.stream().mapToLong(Stretches::nanos).sum();
    }
}
