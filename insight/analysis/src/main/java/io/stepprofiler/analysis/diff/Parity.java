package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.Part;
import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.report.Workload;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Remarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Check that two sides did the same work in the same environment, with remarks about doubtful figures. */
final class Parity {
    /** Facts of a run that describe the work of its steps. */
    private static final List<String> WORK = List.of(StepValue.BATCH_COUNTER, Workload.SHAPES);

    /** Facts of a run about its recording, in addition to its environment. */
    private static final List<String> SURROUNDINGS = List.of(Workload.DETAILS, "call stacks");

    /** Irrelevant parts of the environment that differ from run to run. */
    private static final Set<String> NO_MATTER = Set.of("memory");

    /** Rules whose findings make the times of a window unreliable. */
    private static final Set<String> DOUBTFUL = Set.of("not-warmed-up", "other-processes", "throttled");

    /** Smallest part of the steps of both sides in common phases that counts as the same program. */
    private static final double SAME_PROGRAM = 0.5;

    private static final String ENVIRONMENT = Environment.KEY + ".";

    private final List<ComparedRun> base;
    private final List<ComparedRun> next;
    private final List<Mismatch> mismatches = new ArrayList<>();
    private final Set<String> remarks = new LinkedHashSet<>();

    Parity(List<ComparedRun> base, List<ComparedRun> next) {
        this.base = base;
        this.next = next;
        programs();
        WORK.forEach(key -> compare(key, run -> run.facts().getOrDefault(key, ""), true));
        compare("number of workers", run -> run.worldSize() > 0 ? String.valueOf(run.worldSize()) : "", true);
        compare("machine", Run::host, false);
        environment();
        SURROUNDINGS.forEach(key -> compare(key, run -> run.facts().getOrDefault(key, ""), false));
        Map<String, Set<String>> runs = new LinkedHashMap<>();
        Stream.concat(base.stream(), next.stream())
                .forEach(run -> doubts(run)
                        .forEach(doubt -> runs.computeIfAbsent(doubt, any -> new LinkedHashSet<>())
                                .add(run.name())));
        runs.forEach((doubt, names) ->
                remarks.add((names.size() == 1 ? names.iterator().next() : names.size() + " runs") + ": " + doubt));
        if (base.stream().anyMatch(run -> next.stream().anyMatch(other -> Runs.isSame(run, other)))) {
            remarks.add("The same run is on both sides");
        }
    }

    List<Mismatch> mismatches() {
        return mismatches;
    }

    boolean isSameWork() {
        return mismatches.stream().noneMatch(Mismatch::isWorkload);
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }

    private void programs() {
        Map<String, Double> ofBase = phases(base);
        Map<String, Double> ofNext = phases(next);
        if (!ofBase.isEmpty()
                && !ofNext.isEmpty()
                && (common(ofBase, ofNext) < SAME_PROGRAM || common(ofNext, ofBase) < SAME_PROGRAM)) {
            mismatches.add(new Mismatch("phases of a step", names(ofBase), names(ofNext), true));
        }
    }

    /** Returns the sum of the shares of each phase over all windows. */
    private static Map<String, Double> phases(List<ComparedRun> side) {
        Map<String, Double> shares = new LinkedHashMap<>();
        windows(side)
                .flatMap(window -> window.parts().stream())
                // Methods that samples have found may change from one version of a program to the next.
                .filter(part -> part.category().equals(StepCategory.PHASE.name()) && part.samples() == 0)
                .forEach((Part part) -> shares.merge(part.name(), part.share(), Double::sum));
        return shares;
    }

    private static double common(Map<String, Double> shares, Map<String, Double> others) {
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        double both = shares.entrySet().stream()
                .filter(each -> others.containsKey(each.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return sum == 0 ? 1 : both / sum;
    }

    private static String names(Map<String, Double> shares) {
        return shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(4)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }

    private void environment() {
        Set<String> keys = new TreeSet<>();
        Stream.concat(windows(base), windows(next))
                .forEach(window -> keys.addAll(environment(window.run()).keySet()));
        keys.removeAll(NO_MATTER);
        keys.forEach(key -> compare(key, run -> environment(run).getOrDefault(key, ""), false));
    }

    private static Map<String, String> environment(Run run) {
        Map<String, String> values = new LinkedHashMap<>();
        run.facts().forEach((key, value) -> {
            if (key.startsWith(ENVIRONMENT)) {
                values.put(key.substring(ENVIRONMENT.length()), value);
            }
        });
        return values;
    }

    private static Stream<WindowReport> windows(List<ComparedRun> side) {
        return side.stream().flatMap(run -> run.windows().stream());
    }

    /**
     * Records a mismatch if both sides have different values. It counts as different work only if each side has one
     * value; for shapes, which may change from run to run of one program, only if each side has several runs.
     */
    private void compare(String what, Function<Run, String> value, boolean isWorkload) {
        Set<String> ofBase = values(base, value);
        Set<String> ofNext = values(next, value);
        if (ofBase.isEmpty() || ofNext.isEmpty() || ofBase.equals(ofNext)) {
            return;
        }
        boolean isSettled = ofBase.size() == 1
                && ofNext.size() == 1
                && (!what.equals(Workload.SHAPES) || (base.size() > 1 && next.size() > 1));
        mismatches.add(
                new Mismatch(what, String.join(" | ", ofBase), String.join(" | ", ofNext), isWorkload && isSettled));
    }

    private static Set<String> values(List<ComparedRun> side, Function<Run, String> value) {
        return windows(side)
                .map(window -> value.apply(window.run()))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Reasons to doubt the figures of a run. */
    private static List<String> doubts(ComparedRun run) {
        List<String> doubts = new ArrayList<>();
        for (WindowReport window : run.windows()) {
            long dropped = window.account().dropped().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (dropped > 0) {
                doubts.add("events were dropped");
            }
            window.diagnosis().findings().stream()
                    .filter(each -> DOUBTFUL.contains(each.rule()) && each.severity() == Severity.WARNING)
                    .forEach((Finding each) -> doubts.add(each.title()));
            String errors = window.run().facts().get(Remarks.PROFILE_ERRORS);
            if (errors != null) {
                doubts.add(Remarks.PROFILE_ERRORS + ": "
                        + String.join("; ", errors.lines().toList()));
            }
            String notWarm = window.run().facts().get(Remarks.NOT_WARM);
            if (notWarm != null) {
                doubts.add("not warm: " + notWarm);
            }
            String overlapped = window.run().facts().get(Remarks.OVERLAPPED);
            if (overlapped != null) {
                doubts.add("the profiler worked in parallel with its steps: " + overlapped);
            }
        }
        return doubts;
    }
}
