package io.stepprofiler.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.trace.LossAccount;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Metrics of the steps of this process: of the profile that runs, whether the program or the agent has started it.
 *
 * <pre>{@code
 * new StepMetrics().bindTo(registry);
 * }</pre>
 *
 * <p>A scrape reads what the profiler has anyway: the step ledger, the counts of the profile, and the last report. It
 * measures nothing, and steps do not wait for it. Readings are kept for a second, longer for long runs. The sums are over
 * all profiles, except a profile that has started and ended between two scrapes. The meters hold the last profile that
 * they have seen, with its last trace.
 */
public final class StepMetrics implements MeterBinder {
    private static final String STEPS = "stepprofiler.steps";
    private static final String VERDICT = "stepprofiler.verdict";
    private static final String NO_RULE = "none";

    private final ProfileReader reader;

    /** Rules of the verdicts so far, in a set for each registry. */
    private final Set<Rule> rules = ConcurrentHashMap.newKeySet();

    private record Rule(MeterRegistry registry, String id) {}

    /** Metrics of the running profile, which may start later. */
    public StepMetrics() {
        this(new ProfileReader(System::nanoTime));
    }

    StepMetrics(ProfileReader reader) {
        this.reader = reader;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionTimer.builder(
                        STEPS,
                        this,
                        metrics -> metrics.reading().sum(Total.STEPS),
                        metrics -> metrics.reading().sum(Total.STEP_NANOS),
                        TimeUnit.NANOSECONDS)
                .description("Steps, recorded or not")
                .register(registry);
        TimeGauge.builder(
                        STEPS + ".longest",
                        this,
                        TimeUnit.NANOSECONDS,
                        metrics -> metrics.reading().longestNanos())
                .description("Longest step of the last minute of steps")
                .register(registry);
        for (StepPart part : StepPart.values()) {
            gauge(STEPS + ".share", metrics -> metrics.reading().share(part))
                    .description("Part of the time of the last minute of steps")
                    .tag("part", part.tag)
                    .register(registry);
        }
        bindWindows(registry);
        for (Total total : Total.values()) {
            if (!total.cause.isEmpty()) {
                counter("stepprofiler.ledger.losses", metrics -> metrics.reading().sum(total))
                        .description("Steps and collectives that the step ledger lacks, and failed writes of its file")
                        .tag("cause", total.cause)
                        .register(registry);
            }
        }
        for (ProfileFailure.Kind kind : ProfileFailure.Kind.values()) {
            counter("stepprofiler.failures", metrics -> metrics.reading().sum(kind))
                    .description("Failures of the profiler, which did not reach the program")
                    .tag("kind", tag(kind))
                    .register(registry);
        }
    }

    private void bindWindows(MeterRegistry registry) {
        counter("stepprofiler.windows", metrics -> {
                    metrics.bindVerdict(registry);
                    return metrics.reading().sum(Total.WINDOWS);
                })
                .description("Windows that were recorded")
                .register(registry);
        for (StepCategory category : StepCategory.values()) {
            gauge("stepprofiler.window.share", metrics -> share(category))
                    .description("Part of the time of the steps of the last window in a report")
                    .tag("category", tag(category))
                    .register(registry);
        }
        for (DropCause cause : DropCause.values()) {
            gauge("stepprofiler.window.dropped", metrics -> metrics.dropped(cause))
                    .description("Events of the last window that are not in its trace")
                    .tag("cause", tag(cause))
                    .register(registry);
        }
        gauge("stepprofiler.window.unfinished", metrics -> metrics.ofWindow(LossAccount::unfinishedTotal))
                .description("Events of the last window whose end is not known")
                .register(registry);
        gauge("stepprofiler.window.written", metrics -> metrics.ofWindow(LossAccount::written))
                .description("Events of the last window in its trace")
                .register(registry);
    }

    /** Rules are bound when they first have a verdict: the list of all rules is long, and others may provide some. */
    private void bindVerdict(MeterRegistry registry) {
        String rule = verdict();
        if (!rule.isEmpty() && rules.add(new Rule(registry, rule))) {
            gauge(VERDICT, metrics -> verdict().equals(rule) ? 1 : 0)
                    .description("1 for the rule of the verdict of the last report, 0 for rules of earlier verdicts")
                    .tag("rule", rule)
                    .register(registry);
        }
    }

    private Gauge.Builder<StepMetrics> gauge(String name, ToDoubleFunction<StepMetrics> value) {
        // Strong: nothing else may hold the binder, and a meter without it has no value.
        return Gauge.builder(name, this, value).strongReference(true);
    }

    private FunctionCounter.Builder<StepMetrics> counter(String name, ToDoubleFunction<StepMetrics> value) {
        return FunctionCounter.builder(name, this, value);
    }

    private Reading reading() {
        return reader.reading();
    }

    private double ofWindow(ToDoubleFunction<LossAccount> count) {
        return reading().account().map(count::applyAsDouble).orElse(Double.NaN);
    }

    private double dropped(DropCause cause) {
        return ofWindow(account -> account.dropped().getOrDefault(cause, 0L));
    }

    private static double share(StepCategory category) {
        return ReportHandler.latest()
                .map(page -> page.shares().getOrDefault(category, 0.0))
                .orElse(Double.NaN);
    }

    /** Rule of the last verdict, as a tag has it; empty before the first. */
    private static String verdict() {
        return ReportHandler.latest()
                .map(page -> page.rule().isEmpty() ? NO_RULE : page.rule())
                .orElse("");
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
