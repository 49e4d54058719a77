package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.Account;
import io.stepprofiler.analysis.report.Devices;
import io.stepprofiler.analysis.report.PathTime;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.VirtualMachine;
import io.stepprofiler.analysis.report.WindowReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Shortens the lists of a report that is too large for a summary. */
final class ShortReport {
    private final int divisor;

    private ShortReport(int divisor) {
        this.divisor = divisor;
    }

    /**
     * The report with one in {@code divisor} steps and rows; a large divisor also drops windows, the last ones first.
     */
    static StepReport of(StepReport report, int divisor) {
        ShortReport shortened = new ShortReport(divisor);
        int windows = divisor <= 64
                ? report.windows().size()
                : Math.max(1, report.windows().size() * 64 / divisor);
        return new StepReport(
                report.version(),
                report.windows().stream().limit(windows).map(shortened::window).toList(),
                report.ranks(),
                report.runs(),
                report.verdicts());
    }

    private WindowReport window(WindowReport window) {
        return new WindowReport(
                window.run().withFacts(first(window.run().facts())),
                window.diagnosis(),
                window.metrics(),
                window.stepTime(),
                window.parts(),
                steps(window.steps()),
                costs(window.costs()),
                machine(window.virtualMachine()),
                account(window.account()),
                paths(window.paths()),
                devices(window.devices()));
    }

    private WindowReport.Costs costs(WindowReport.Costs costs) {
        return new WindowReport.Costs(
                first(costs.operators()),
                first(costs.modules()),
                first(costs.waits()),
                first(costs.samples()),
                first(costs.allocations()),
                first(costs.retained()));
    }

    private Devices devices(Devices devices) {
        return new Devices(
                first(devices.use()), first(devices.kernels()), first(devices.copies()), first(devices.streams()));
    }

    /** All paths or none: a missing path would falsify the sums of the paths around it. */
    private List<PathTime> paths(List<PathTime> paths) {
        return divisor > 2 ? List.of() : paths;
    }

    private StepTimes steps(StepTimes steps) {
        Map<String, List<Long>> parts = new LinkedHashMap<>();
        steps.parts().forEach((name, nanos) -> parts.put(name, some(nanos)));
        Map<String, List<Double>> counters = new LinkedHashMap<>();
        steps.counters().forEach((name, values) -> counters.put(name, some(values)));
        List<Long> numbers = some(steps.numbers());
        return new StepTimes(
                numbers,
                some(steps.startNanos()),
                some(steps.durationNanos()),
                parts,
                some(steps.cpuNanos()),
                counters,
                steps.leftOut() + steps.numbers().size() - numbers.size());
    }

    private VirtualMachine machine(VirtualMachine machine) {
        return new VirtualMachine(
                first(machine.collections()),
                machine.collectionsLeftOut()
                        + machine.collections().size()
                        - first(machine.collections()).size(),
                first(machine.inSteps()),
                machine.besideSteps());
    }

    private Account account(Account account) {
        return new Account(
                account.begun(),
                account.written(),
                account.dropped(),
                account.unfinished(),
                account.anomalies(),
                first(account.missing()));
    }

    /** Returns one in {@code divisor}, at equal distances, with the first and the last, between which a window is. */
    private <T> List<T> some(List<T> all) {
        int some = Math.min(all.size(), Math.max(2, count(all.size())));
        return IntStream.range(0, some)
                .mapToObj(i -> all.get((int) ((long) i * (all.size() - 1) / Math.max(1, some - 1))))
                .toList();
    }

    private <T> List<T> first(List<T> all) {
        return all.subList(0, count(all.size()));
    }

    private <V> Map<String, V> first(Map<String, V> all) {
        Map<String, V> first = new LinkedHashMap<>();
        all.entrySet().stream().limit(count(all.size())).forEach(each -> first.put(each.getKey(), each.getValue()));
        return first;
    }

    private int count(int all) {
        return (all + divisor - 1) / divisor;
    }
}
