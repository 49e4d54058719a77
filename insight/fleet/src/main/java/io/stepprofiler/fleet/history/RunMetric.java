package io.stepprofiler.fleet.history;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.FleetSteps.Reduction;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepValue;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Figure of a run. A step lasts as long as the slowest rank takes for it; the first step of a run does not count, nor
 * does a step that no rank has.
 */
public enum RunMetric {
    /** Median step, in nanoseconds. */
    TYPICAL("typical step", Unit.NANOS, report -> figure(report, each -> each.median())),
    /** Undisturbed step: the tenth percentile, in nanoseconds. */
    COST("undisturbed step", Unit.NANOS, report -> figure(report, each -> each.p10())),
    /** Waste: the slowest rank above the mean one, in nanoseconds a step; unknown if the comparison abstains. */
    WASTE(
            "waste a step",
            Unit.NANOS,
            report -> report.comparison()
                    .account()
                    .map(account -> OptionalDouble.of((double) account.wasteNanos()))
                    .orElse(OptionalDouble.empty())),
    /** Longest pause of any rank for garbage collection, in nanoseconds a step; unknown if no rank records them. */
    PAUSES(
            "pauses a step",
            Unit.NANOS,
            report -> longest(report.read().steps(), step -> step.values(StepValue.PAUSE_NANOS))
                    .average()),
    /** Steps a second, without the time between the steps. */
    THROUGHPUT("throughput", Unit.PER_SECOND, report -> figure(report, each -> 1e9 / Math.max(1, each.mean())));

    /** Unit of a figure. */
    public enum Unit {
        /** Nanoseconds. */
        NANOS,
        /** Number a second. */
        PER_SECOND
    }

    private final String title;
    private final Unit unit;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Function<FleetReport, OptionalDouble> figure;

    RunMetric(String title, Unit unit, Function<FleetReport, OptionalDouble> figure) {
        this.title = title;
        this.unit = unit;
        this.figure = figure;
    }

    /** {@return the name for readers} */
    public String title() {
        return title;
    }

    /** {@return the unit} */
    public Unit unit() {
        return unit;
    }

    /** Returns the figure of a run; empty if it is not known. */
    OptionalDouble of(FleetReport report) {
        return figure.apply(report);
    }

    private static OptionalDouble figure(FleetReport report, Function<Distribution, Number> figure) {
        Distribution durations = Distribution.of(longest(report.read().steps(), Figures::durations));
        return durations.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(figure.apply(durations).doubleValue());
    }

    /** Returns the largest known figure of all ranks in each step but the first. */
    private static LongStream longest(FleetSteps steps, Reduction<Figures, long[]> column) {
        int[] counted = IntStream.range(1, steps.numbers().length).toArray();
        return steps
                .byStep(
                        counted,
                        1,
                        step -> Arrays.stream(column.of(step.get(0))).max().orElse(FleetSteps.UNKNOWN))
                .stream()
                .mapToLong(Long::longValue)
                .filter(nanos -> nanos != FleetSteps.UNKNOWN);
    }
}
