package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.WindowReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Grouping of windows into runs. */
final class Runs {
    private Runs() {}

    static List<ComparedRun> of(List<WindowReport> windows) {
        Map<List<Object>, List<WindowReport>> processes = windows.stream()
                .collect(Collectors.groupingBy(
                        window -> window.run().process(), LinkedHashMap::new, Collectors.toList()));
        List<List<WindowReport>> runs = new ArrayList<>();
        for (List<WindowReport> process : processes.values()) {
            runs.stream()
                    .filter(run -> isSameJob(run, process))
                    .findFirst()
                    .ifPresentOrElse(run -> run.addAll(process), () -> runs.add(new ArrayList<>(process)));
        }
        return runs.stream().map(Runs::run).toList();
    }

    /** True if two runs share a process or a job, so that they are not independent. */
    static boolean isSame(ComparedRun one, ComparedRun other) {
        return other.windows().stream()
                .anyMatch(window -> isSameJob(one.windows(), List.of(window))
                        || one.windows().stream().anyMatch(each -> isSameProcess(each, window)));
    }

    /** Compares processes only if they are known: equal file names on two sides prove nothing. */
    private static boolean isSameProcess(WindowReport one, WindowReport other) {
        boolean isKnown = one.run().pid() > 0;
        return one.equals(other)
                || (isKnown && one.run().process().equals(other.run().process()));
    }

    private static ComparedRun run(List<WindowReport> windows) {
        List<WindowReport> inOrder = windows.stream()
                .sorted(Comparator.comparingLong(window -> window.run().startEpochNanos()))
                .toList();
        String name = inOrder.get(0).run().source();
        return new ComparedRun(
                name.isEmpty() ? "process " + inOrder.get(0).run().pid() : name, inOrder);
    }

    /** Some files name the rank, but not the number of ranks. */
    private static boolean isSameJob(List<WindowReport> run, List<WindowReport> process) {
        Run other = process.get(0).run();
        return other.rank() >= 0
                && other.worldSize() != 1
                && run.stream()
                        .map(WindowReport::run)
                        .allMatch(each -> each.worldSize() == other.worldSize() && each.rank() != other.rank())
                && run.stream().anyMatch(each -> process.stream().anyMatch(it -> overlap(each.run(), it.run())));
    }

    private static boolean overlap(Run one, Run other) {
        return one.startEpochNanos() < other.startEpochNanos() + other.durationNanos()
                && other.startEpochNanos() < one.startEpochNanos() + one.durationNanos();
    }
}
