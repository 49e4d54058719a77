package io.stepprofiler.report.page;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.event.StepMark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** States of the threads of steps during their steps: paused, in a known wait, or running as far as that is known. */
final class ThreadStates {
    private static final String EITHER = "running or ready to run";
    private static final double MOSTLY = 0.95;
    private static final int TENTHS = 10;

    /**
     * State of a thread during a time.
     *
     * @param start its start on the clock of the trace, in nanoseconds
     * @param end its end
     * @param name the state in words
     * @param category the category of the time; empty while the thread runs
     */
    record State(long start, long end, String name, String category) {}

    private ThreadStates() {}

    /**
     * Returns the states of the thread of the steps, ordered by time and without overlap; none if neither its waits nor
     * its processor time are known.
     */
    static List<State> of(Breakdowns breakdowns) {
        List<State> states = breakdowns.steps().stream()
                .flatMap(step -> of(step, breakdowns.stretches(step)).stream())
                .toList();
        return states.stream().allMatch(state -> state.name.equals(EITHER)) ? List.of() : states;
    }

    private static List<State> of(StepMark step, Map<StepCategory, IntervalSet> stretches) {
        List<State> states = new ArrayList<>();
        List<Stretch> running = new ArrayList<>();
        stretches.forEach((category, times) -> IntStream.range(0, times.size()).forEach(i -> {
            if (category.isRunning()) {
                running.add(new Stretch(times.start(i), times.end(i)));
            } else {
                states.add(new State(times.start(i), times.end(i), category.label(), category.name()));
            }
        }));
        IntervalSet free = IntervalSet.of(running);
        double part = step.cpuNanos() < 0 ? -1 : (double) step.cpuNanos() / Math.max(1, free.nanos());
        String category = part < 0 || part >= MOSTLY ? "" : StepCategory.UNACCOUNTED.name();
        for (int i = 0; i < free.size(); i++) {
            states.add(new State(free.start(i), free.end(i), running(part), category));
        }
        states.sort(Comparator.comparingLong(State::start));
        return states;
    }

    /** Describes the time without waits, of which the thread runs for a part; the part is rounded. */
    private static String running(double part) {
        if (part < 0) {
            return EITHER;
        } else if (part >= MOSTLY) {
            return "running";
        }
        long tenths = Math.round(TENTHS * part);
        return tenths == 0 ? "ready to run" : "ready to run, running for " + Amount.share(tenths / (double) TENTHS);
    }
}
