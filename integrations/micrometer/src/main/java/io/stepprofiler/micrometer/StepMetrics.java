package io.stepprofiler.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.report.ReportHandler;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the steps of this process: of the profile that runs, or ran last, whether the program or the agent has
 * started it. {@code new StepMetrics().bindTo(registry)} binds them.
 *
 * <p>A scrape reads what the profiler has anyway: the step ledger, the counts of the profile, and the last report. It
 * measures nothing, and steps do not wait for it. Counts begin again with each profile, which the meters hold.
 */
public final class StepMetrics implements MeterBinder {
    private static final long RECENT_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long LEAST_KEPT_NANOS = Duration.ofSeconds(1).toNanos();

    /** A ledger is kept for this multiple of the time that it took, so that scrapes use little of a processor. */
    private static final int KEPT = 100;

    private static final List<StepValue> PARTS = List.of(
            StepValue.INPUT_WAIT_NANOS, StepValue.PAUSE_NANOS, StepValue.COMMUNICATION_NANOS, StepValue.CPU_NANOS);

    private final LongSupplier clock;

    /** Registries, with the rules of verdicts that they have a gauge of. */
    private final Set<List<Object>> rules = ConcurrentHashMap.newKeySet();

    private @Nullable Profile profile;
    private @Nullable StepLedger ledger;
    private long validUntil;

    /** Metrics of the running profile, which may start later. */
    public StepMetrics() {
        this(System::nanoTime);
    }

    StepMetrics(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionTimer.builder(
                        "stepprofiler.steps",
                        this,
                        metrics -> (long) metrics.of(0, (of, steps) -> steps.stepCount()),
                        metrics -> metrics.of(0, (of, steps) -> nanos(steps)),
                        TimeUnit.NANOSECONDS)
                .register(registry);
        for (StepValue part : PARTS) {
            gauge(registry, tag("part", part), "stepprofiler.steps.share", metrics -> metrics.recentShare(part));
        }
        for (ProfileFailure.Kind kind : ProfileFailure.Kind.values()) {
            counter(registry, tag("kind", kind), "stepprofiler.failures", (of, steps) -> of.failureCount(kind));
        }
        counter(registry, Tags.empty(), "stepprofiler.windows", (of, steps) -> of.windowCount());
        for (DropCause cause : DropCause.values()) {
            gauge(registry, tag("cause", cause), "stepprofiler.window.dropped", metrics -> metrics.dropped(cause));
        }
        for (StepCategory category : StepCategory.values()) {
            gauge(registry, tag("category", category), "stepprofiler.window.share", metrics -> {
                metrics.bindVerdict(registry);
                return ReportHandler.latest()
                        .map(page -> page.shares().getOrDefault(category, 0.0))
                        .orElse(Double.NaN);
            });
        }
    }

    /** Rules are bound when they first have a verdict: the list of all rules is long, and others may provide some. */
    private void bindVerdict(MeterRegistry registry) {
        String rule = verdict();
        if (!rule.isEmpty() && rules.add(List.of(registry, rule))) {
            gauge(registry, Tags.of("rule", rule), "stepprofiler.verdict", of -> rule.equals(verdict()) ? 1 : 0);
        }
    }

    /** Rule of the last verdict, as a tag has it; empty before the first. */
    private static String verdict() {
        return ReportHandler.latest()
                .map(page -> page.rule().isEmpty() ? "none" : page.rule())
                .orElse("");
    }

    private void counter(
            MeterRegistry registry, Tags tags, String name, ToDoubleBiFunction<Profile, StepLedger> count) {
        FunctionCounter.builder(name, this, metrics -> metrics.of(0, count))
                .tags(tags)
                .register(registry);
    }

    private void gauge(MeterRegistry registry, Tags tags, String name, ToDoubleFunction<StepMetrics> value) {
        // The other meters hold this object weakly.
        Gauge.builder(name, this, value).tags(tags).strongReference(true).register(registry);
    }

    private static Tags tag(String key, Enum<?> value) {
        return Tags.of(key, value.name().toLowerCase(Locale.ROOT).replace("_nanos", ""));
    }

    /** A figure of the profile and of its ledger as of about now, or another one before the first profile. */
    private synchronized double of(double none, ToDoubleBiFunction<Profile, StepLedger> figure) {
        long begun = clock.getAsLong();
        Profile running = Profile.running().orElse(profile);
        if (running != null && (ledger == null || running != profile || begun - validUntil >= 0)) {
            ledger = running.ledger();
            profile = running;
            long ended = clock.getAsLong();
            validUntil = ended + Math.max(LEAST_KEPT_NANOS, KEPT * (ended - begun));
        }
        return profile == null || ledger == null ? none : figure.applyAsDouble(profile, ledger);
    }

    private static double nanos(StepLedger ledger) {
        return IntStream.range(0, ledger.size())
                .mapToLong(ledger::durationNanos)
                .sum();
    }

    /** Part of a value in the minute that ends with the last step; not a number if no step has the value. */
    private double recentShare(StepValue value) {
        return of(Double.NaN, (of, steps) -> {
            long part = 0;
            long known = 0;
            int last = steps.size() - 1;
            for (int i = last; i >= 0 && steps.startNanos(i) >= steps.startNanos(last) - RECENT_NANOS; i--) {
                if (steps.value(value, i) != StepLedger.UNKNOWN) {
                    part += steps.value(value, i);
                    known += steps.durationNanos(i);
                }
            }
            return known == 0 ? Double.NaN : (double) part / known;
        });
    }

    private double dropped(DropCause cause) {
        return of(
                Double.NaN,
                (of, steps) -> of.lastTrace()
                        .map(trace -> trace.account()
                                .dropped()
                                .getOrDefault(cause, 0L)
                                .doubleValue())
                        .orElse(Double.NaN));
    }
}
