package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Operations of devices, or waits for them, found by a rule and grouped by the operation or scope that caused them. */
final class WorkGroups {
    private static final int SHOWN = 3;

    private record Group(String name, DeviceCall cause, long longest, long step, long at, long count, long nanos) {
        Group and(Group other) {
            Group longer = other.longest > longest ? other : this;
            return new Group(
                    name,
                    longer.cause,
                    longer.longest,
                    longer.step,
                    longer.at,
                    count + other.count,
                    nanos + other.nanos);
        }
    }

    private final WindowFacts facts;
    private final int steps;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Long> byOperation = new LinkedHashMap<>();
    private final Site.Sum stacks = new Site.Sum();
    private final List<Stretch> calls = new ArrayList<>();
    private final List<Stretch> times = new ArrayList<>();
    private long count;
    private long nanos;

    WorkGroups(WindowFacts facts) {
        this.facts = facts;
        steps = Math.max(1, facts.steps().size());
    }

    /** Adds an operation of a device with its duration. */
    void addWork(Operation each) {
        DeviceCall cause = facts.deviceWork().cause(each);
        add(each.name(), cause, each.nanos(), facts.deviceWork().step(each), each.startNanos());
    }

    /** Adds a call with its cost, which may differ from its duration. */
    void addCall(String name, DeviceCall call, long cost) {
        add(name, call, cost, call.step(), call.startNanos());
    }

    private void add(String name, DeviceCall cause, long each, long step, long at) {
        count++;
        nanos += each;
        times.add(new Stretch(at, at + each));
        String operation = cause.isKnown() && !cause.operation().equals(name) ? cause.operation() : "";
        String title = operation.isEmpty() ? name : name + " by " + operation;
        groups.merge(title, new Group(title, cause, each, step, at, 1, each), Group::and);
        if (cause.isKnown()) {
            byOperation.merge(cause.operation(), each, Long::sum);
            stacks.add(cause.stack(), Math.max(1, each));
            calls.add(new Stretch(cause.startNanos(), cause.endNanos()));
        }
    }

    long size() {
        return count;
    }

    double perStep() {
        return (double) count / steps;
    }

    long nanos() {
        return nanos;
    }

    /** Returns the times of steps in which some of it runs: streams and devices work at the same time. */
    IntervalSet inSteps() {
        return IntervalSet.of(times)
                .and(IntervalSet.ofSteps(
                        Stream.concat(facts.walk().steps().stream(), facts.deviceSteps().periods().stream())
                                .toList()));
    }

    /** Returns the operation that caused most of the time, and its method, as the end of a sentence. */
    String by() {
        Optional<Map.Entry<String, Long>> most = byOperation.entrySet().stream().max(Map.Entry.comparingByValue());
        Optional<Site> site = stacks.most().or(() -> Site.running(facts, IntervalSet.of(calls)::contains));
        return most.map(operation -> (2 * operation.getValue() >= nanos
                                        ? ", most of it by "
                                        : ", the largest part of it by ")
                                + operation.getKey()
                                + (nanos > 0 ? " (" + share((double) operation.getValue() / nanos) + ")" : ""))
                        .orElse("")
                + Site.in(site);
    }

    /** Groups with the most time, each shown by its longest call. */
    List<Proof> proofs() {
        return groups.values().stream()
                .sorted(Comparator.comparingLong(Group::nanos).reversed())
                .limit(SHOWN)
                .map(group -> Proof.at(
                        group.name + ", " + number((double) group.count / steps) + " a step, "
                                + time(group.nanos / steps) + " per step; the longest",
                        group.step,
                        group.at,
                        group.longest,
                        group.cause.stack()))
                .toList();
    }
}
