package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.PathTime;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.statistics.Holm;
import io.stepprofiler.analysis.statistics.Permutation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Breakdown of the difference between the steps of both sides, by part and by path. */
final class DifferenceBreakdown {
    private static final String LITTLE = "…";

    /** Time and calls of a mean step. */
    private record Cell(double nanos, double calls) {
        static final Cell NONE = new Cell(0, 0);

        Cell and(Cell other) {
            return new Cell(nanos + other.nanos, calls + other.calls);
        }
    }

    private final List<RunSteps> base;
    private final List<RunSteps> next;

    DifferenceBreakdown(List<RunSteps> base, List<RunSteps> next) {
        this.base = base;
        this.next = next;
    }

    Attribution attribution() {
        boolean havePaths = Stream.concat(base.stream(), next.stream())
                .flatMap(steps -> steps.run().windows().stream())
                .allMatch(window -> window.paths().stream().anyMatch(path -> !path.isBeside()));
        return new Attribution(
                mean(base),
                mean(next),
                rows(DifferenceBreakdown::parts),
                havePaths ? rows(steps -> paths(steps, false)) : List.of(),
                havePaths ? rows(steps -> paths(steps, true)) : List.of());
    }

    private static double mean(List<RunSteps> side) {
        return side.stream().mapToDouble(RunSteps::meanNanos).average().orElse(0);
    }

    private static Map<List<String>, Cell> parts(RunSteps steps) {
        Map<List<String>, Cell> cells = new LinkedHashMap<>();
        steps.partNanos().forEach((key, nanos) -> cells.put(List.of(label(key)), new Cell(nanos, 0)));
        return cells;
    }

    private static String label(String part) {
        return part.startsWith(StepTimes.PHASE)
                ? part.substring(StepTimes.PHASE.length())
                : Arrays.stream(StepCategory.values())
                        .filter(category -> category.name().equals(part))
                        .map(StepCategory::label)
                        .findFirst()
                        .orElse(part);
    }

    private static Map<List<String>, Cell> paths(RunSteps steps, boolean isBeside) {
        Map<List<String>, Cell> cells = new LinkedHashMap<>();
        double count = steps.count();
        for (WindowReport window : steps.run().windows()) {
            List<List<String>> names = new ArrayList<>();
            for (int i = 0; i < window.paths().size(); i++) {
                PathTime path = window.paths().get(i);
                List<String> full = new ArrayList<>();
                // Checked, since summaries may come from other tools.
                if (path.parent() >= 0 && path.parent() < i) {
                    full.addAll(names.get(path.parent()));
                }
                full.add(path.name());
                names.add(full);
                if (path.isBeside() == isBeside) {
                    double calls = path.callsPerStep() * window.stepTime().count() / count;
                    cells.merge(full, new Cell(path.selfNanos() / count, calls), Cell::and);
                }
            }
        }
        return cells;
    }

    private List<DifferenceRow> rows(Function<RunSteps, Map<List<String>, Cell>> cells) {
        List<Map<List<String>, Cell>> ofBase = base.stream().map(cells).toList();
        List<Map<List<String>, Cell>> ofNext = next.stream().map(cells).toList();
        Map<List<String>, Double> probabilities = new LinkedHashMap<>();
        ofBase.forEach(run -> run.keySet().forEach(path -> probabilities.put(path, 1.0)));
        ofNext.forEach(run -> run.keySet().forEach(path -> probabilities.put(path, 1.0)));
        probabilities.replaceAll((path, any) -> probability(nanos(ofBase, path), nanos(ofNext, path)));
        Map<List<String>, Boolean> sure = Holm.sure(probabilities, MetricComparison.ALPHA);
        return probabilities.keySet().stream()
                .map(path -> row(path, ofBase, ofNext, sure.getOrDefault(path, false)))
                .sorted(Comparator.comparingDouble((DifferenceRow row) -> Math.abs(row.deltaNanos()))
                        .reversed())
                .toList();
    }

    /**
     * True if times can show that one row differs: with the smallest p-value for these runs, corrected for the number
     * of rows.
     */
    static boolean canTell(int base, int next, int rows) {
        return 2 * Permutation.smallest(base, next) <= MetricComparison.ALPHA / Math.max(rows, 1) + 1e-12;
    }

    private static double probability(double[] base, double[] next) {
        return Math.min(1, 2 * Math.min(Permutation.higher(base, next), Permutation.higher(next, base)));
    }

    private static double[] nanos(List<Map<List<String>, Cell>> side, List<String> path) {
        return side.stream()
                .mapToDouble(run -> run.getOrDefault(path, Cell.NONE).nanos)
                .toArray();
    }

    private static double[] calls(List<Map<List<String>, Cell>> side, List<String> path) {
        return side.stream()
                .mapToDouble(run -> run.getOrDefault(path, Cell.NONE).calls)
                .toArray();
    }

    private static DifferenceRow row(
            List<String> path, List<Map<List<String>, Cell>> base, List<Map<List<String>, Cell>> next, boolean isSure) {
        DifferenceRow.Presence presence = DifferenceRow.Presence.BOTH;
        if (base.stream().noneMatch(run -> run.containsKey(path)) && !mayBeAmongLittle(path, base)) {
            presence = DifferenceRow.Presence.NEW;
        } else if (next.stream().noneMatch(run -> run.containsKey(path)) && !mayBeAmongLittle(path, next)) {
            presence = DifferenceRow.Presence.GONE;
        }
        double[] baseCalls = calls(base, path);
        double[] nextCalls = calls(next, path);
        return new DifferenceRow(
                path,
                Arrays.stream(nanos(base, path)).average().orElse(0),
                Arrays.stream(nanos(next, path)).average().orElse(0),
                Arrays.stream(baseCalls).average().orElse(0),
                Arrays.stream(nextCalls).average().orElse(0),
                presence,
                isSure || areDifferent(baseCalls, nextCalls));
    }

    /** True if a side merged small paths where this path would be, or at an outer level. */
    private static boolean mayBeAmongLittle(List<String> path, List<Map<List<String>, Cell>> side) {
        for (int depth = 0; depth < path.size(); depth++) {
            List<String> little = new ArrayList<>(path.subList(0, depth));
            little.add(LITTLE);
            if (side.stream().anyMatch(run -> run.containsKey(little))) {
                return true;
            }
        }
        return false;
    }

    /** True if the counts differ without noise: all runs of each side agree. */
    private static boolean areDifferent(double[] base, double[] next) {
        return Arrays.stream(base).distinct().count() == 1
                && Arrays.stream(next).distinct().count() == 1
                && base[0] != next[0];
    }
}
