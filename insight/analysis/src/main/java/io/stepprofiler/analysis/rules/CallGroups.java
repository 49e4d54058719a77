package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.StepCalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls found by a rule, grouped by name and call site. */
final class CallGroups {
    private static final int SHOWN = 3;

    private record Group(String name, int longest, long calls, long nanos) {
        Group and(Group other, StepCalls of) {
            return new Group(
                    name,
                    of.nanos(other.longest) > of.nanos(longest) ? other.longest : longest,
                    calls + other.calls,
                    nanos + other.nanos);
        }
    }

    private final WindowFacts facts;
    private final StepCalls calls;
    private final int steps;
    private final Site.Sum stacks = new Site.Sum();
    private final List<Stretch> times = new ArrayList<>();
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private long found;
    private long nanos;

    CallGroups(WindowFacts facts) {
        this.facts = facts;
        calls = facts.calls();
        steps = Math.max(1, facts.steps().size());
    }

    void add(int call) {
        found++;
        nanos += calls.nanos(call);
        stacks.add(calls.stack(call), Math.max(1, calls.nanos(call)));
        times.add(new Stretch(calls.startNanos(call), calls.endNanos(call)));
        String name = calls.name(call) + " in " + calls.place(call);
        groups.merge(name, new Group(name, call, 1, calls.nanos(call)), (one, other) -> one.and(other, calls));
    }

    double perStep() {
        return (double) found / steps;
    }

    /** Total duration of the calls, in nanoseconds. */
    long nanos() {
        return nanos;
    }

    /** Duration of the calls during which no device works, in nanoseconds: a device has to do its work in any case. */
    long idleNanos() {
        return facts.deviceSteps().isEmpty()
                ? nanos
                : IntervalSet.of(times)
                        .minus(facts.deviceSteps().allTimes().work())
                        .nanos();
    }

    /** Call site with the most time as the end of a sentence, from the stacks of calls or from samples during them. */
    String place() {
        return Site.in(stacks.most().or(() -> Site.running(facts, IntervalSet.of(times)::contains)));
    }

    /** Groups that took the most time, each shown by its longest call. */
    List<Proof> proofs() {
        return groups.values().stream()
                .sorted(Comparator.comparingLong(Group::nanos).reversed())
                .limit(SHOWN)
                .map(group -> Proof.at(
                        group.name + ", " + number((double) group.calls / steps) + " a step, "
                                + time(group.nanos / steps) + " per step; the longest",
                        calls.step(group.longest),
                        calls.startNanos(group.longest),
                        calls.nanos(group.longest),
                        calls.stack(group.longest)))
                .toList();
    }
}
