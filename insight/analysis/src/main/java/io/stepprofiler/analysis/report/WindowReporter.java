package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.analysis.memory.LeakReport.Retention;
import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builder of the report of one window. */
final class WindowReporter {
    private static final int MAX_FRAMES = 8;
    private static final int MAX_PHASES = 12;
    private static final String OTHER = "(other)";

    private final StepReport.Source source;
    private final Trace trace;
    private final WindowFacts facts;
    private final RuleSet rules;
    private final ReportLimits limits;
    private final PathTimes paths;

    WindowReporter(StepReport.Source source, RuleSet rules, ReportLimits limits) {
        this.source = source;
        trace = source.trace();
        facts = WindowFacts.of(trace);
        this.rules = rules;
        this.limits = limits;
        List<StepMark> steps = facts.steps().stream()
                .map(StepBreakdown::step)
                .filter(step -> step.number() > 0 || facts.steps().size() == 1)
                .toList();
        paths = new PathTimes(trace, steps, Breakdowns.pauses(trace));
    }

    WindowReport report() {
        List<String> phases = phases();
        return new WindowReport(
                run(),
                rules.check(facts),
                new Metrics(facts, paths.callsPerStep()).all(),
                facts.stepTimes(),
                parts(phases),
                steps(phases),
                costs(),
                virtualMachine(),
                account(),
                paths.largest(limits),
                new DeviceReporter(facts, limits).devices());
    }

    private WindowReport.Costs costs() {
        return new WindowReport.Costs(
                operators(row -> row.key().kind() != EventKind.MODULE),
                operators(row -> row.key().kind() == EventKind.MODULE),
                waits(),
                facts.samples().places(nanos -> true, limits.rows()).stream()
                        .map(this::sampled)
                        .toList(),
                facts.samples().allocations(limits.rows()).stream()
                        .map(this::sampled)
                        .toList(),
                retained());
    }

    private Run run() {
        Optional<DistributedInfo> worker = trace.distributedInfo();
        return new Run(
                limits.cut(source.name()),
                limits.cut(trace.id()),
                limits.cut(trace.process().host()),
                trace.process().pid(),
                worker.map(DistributedInfo::rank).orElse(-1),
                worker.map(DistributedInfo::worldSize).orElse(0),
                trace.start().epochNanos(),
                trace.end().monotonicNanos() - trace.start().monotonicNanos(),
                trace.isPartial(),
                RunFacts.of(trace, limits));
    }

    /** Returns the phases with the most time; the others are merged. */
    private List<String> phases() {
        Map<String, Long> sums = new LinkedHashMap<>();
        facts.steps().forEach(step -> step.phases().forEach((name, nanos) -> sums.merge(name, nanos, Long::sum)));
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MAX_PHASES)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static long other(StepBreakdown step, List<String> phases) {
        return step.of(StepCategory.PHASE)
                - phases.stream()
                        .mapToLong(name -> step.phases().getOrDefault(name, 0L))
                        .sum();
    }

    private List<Part> parts(List<String> phases) {
        List<Part> parts = new ArrayList<>();
        for (StepCategory category : StepCategory.values()) {
            if (category != StepCategory.PHASE) {
                int samples = category == StepCategory.UNACCOUNTED
                        ? facts.sampledPhases().undivided()
                        : 0;
                add(category, category.label(), samples, step -> step.of(category), parts);
            }
        }
        Map<String, Integer> samples = facts.sampledPhases().counts();
        for (String name : phases) {
            add(
                    StepCategory.PHASE,
                    limits.cut(name),
                    samples.getOrDefault(name, 0),
                    step -> step.phases().getOrDefault(name, 0L),
                    parts);
        }
        add(StepCategory.PHASE, OTHER, 0, step -> other(step, phases), parts);
        parts.sort(Comparator.comparingDouble(Part::share).reversed());
        return parts;
    }

    private void add(
            StepCategory category, String name, int samples, Function<StepBreakdown, Long> nanos, List<Part> parts) {
        Distribution distribution = Distribution.of(facts.steps().stream().mapToLong(nanos::apply));
        if (distribution.sum() > 0) {
            parts.add(new Part(category.name(), name, facts.share(distribution.sum()), distribution, samples));
        }
    }

    private StepTimes steps(List<String> phases) {
        List<StepBreakdown> all = facts.steps();
        List<StepBreakdown> listed = listed(all);
        Map<String, List<Long>> columns = new LinkedHashMap<>();
        for (StepCategory category : StepCategory.values()) {
            if (category != StepCategory.PHASE) {
                add(category.name(), listed, step -> step.of(category), columns);
            }
        }
        for (String name : phases) {
            add(
                    StepTimes.PHASE + limits.cut(name),
                    listed,
                    step -> step.phases().getOrDefault(name, 0L),
                    columns);
        }
        add(StepTimes.PHASE + OTHER, listed, step -> other(step, phases), columns);
        long start = trace.start().monotonicNanos();
        List<StepMark> marks = listed.stream().map(StepBreakdown::step).toList();
        List<Long> cpu = marks.stream().map(StepMark::cpuNanos).toList();
        return new StepTimes(
                marks.stream().map(StepMark::number).toList(),
                marks.stream().map(step -> step.startNanos() - start).toList(),
                marks.stream().map(StepMark::durationNanos).toList(),
                columns,
                cpu.contains(StepMark.UNKNOWN_CPU) ? List.of() : cpu,
                StepCounters.of(trace, marks, limits),
                all.size() - listed.size());
    }

    /** Returns the listed steps: all, or the first, the last, slow ones and others at equal distances. */
    private List<StepBreakdown> listed(List<StepBreakdown> all) {
        int most = limits.steps();
        if (all.size() <= most) {
            return all;
        }
        Set<Integer> chosen = new TreeSet<>();
        for (int i = 0; i < most / 2; i++) {
            chosen.add((int) ((long) i * (all.size() - 1) / (most / 2 - 1)));
        }
        Comparator<StepBreakdown> byDuration =
                Comparator.comparingLong(each -> each.step().durationNanos());
        facts.slowSteps().stream()
                .sorted(byDuration.reversed())
                .limit(most / 4)
                .forEach(slow -> chosen.add(all.indexOf(slow)));
        int missing = most - chosen.size();
        for (int i = 0; i < missing; i++) {
            chosen.add((int) ((2L * i + 1) * all.size() / (2L * missing)));
        }
        return chosen.stream().map(all::get).toList();
    }

    private static void add(
            String name,
            List<StepBreakdown> steps,
            Function<StepBreakdown, Long> nanos,
            Map<String, List<Long>> columns) {
        List<Long> column = steps.stream().map(nanos).toList();
        if (column.stream().anyMatch(each -> each != 0)) {
            // Two long names may be equal after shortening.
            columns.merge(name, column, WindowReporter::sum);
        }
    }

    private static List<Long> sum(List<Long> one, List<Long> other) {
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            sums.add(one.get(i) + other.get(i));
        }
        return sums;
    }

    private List<Operator> operators(java.util.function.Predicate<KeyAverage> which) {
        int steps = Math.max(1, facts.steps().size());
        return facts.averages().rows().stream()
                .filter(row -> row.key().row() == GroupKey.Row.EVENTS && which.test(row))
                .filter(row -> row.key().kind() != EventKind.VIRTUAL_MACHINE
                        && row.key().kind() != EventKind.PROFILER
                        && row.key().kind() != EventKind.WAIT)
                .sorted(Comparator.comparingLong(KeyAverage::selfNanos).reversed())
                .limit(limits.rows())
                .map(row -> new Operator(
                        limits.cut(row.name()),
                        row.key().kind().name(),
                        (double) row.count() / steps,
                        row.selfNanos(),
                        row.totalNanos(),
                        row.p50Nanos(),
                        row.p99Nanos(),
                        row.device().totalNanos(),
                        row.flops()))
                .toList();
    }

    private List<Wait> waits() {
        Map<List<Object>, List<Span>> alike = facts.waits().stream()
                .collect(Collectors.groupingBy(
                        span -> List.of(span.name(), span.category(), span.stack()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return alike.values().stream()
                .map(spans -> new Wait(
                        limits.cut(spans.get(0).name()),
                        spans.get(0).category().name(),
                        spans.size(),
                        spans.stream().mapToLong(Span::nanos).sum(),
                        spans.stream().mapToLong(Span::nanos).max().orElse(0),
                        frames(spans.get(0).stack())))
                .sorted(Comparator.comparingLong(Wait::nanos).reversed())
                .limit(limits.rows())
                .toList();
    }

    private SampledPlace sampled(StepSamples.Place place) {
        return new SampledPlace(place.count(), place.weight(), frames(place.stack()));
    }

    private List<String> frames(List<StackTraceElement> stack) {
        return ProgramFrames.shown(stack, MAX_FRAMES).stream().map(limits::cut).toList();
    }

    private List<RetainedMemory> retained() {
        if (!facts.evidence().contains(Evidence.MEMORY)) {
            return List.of();
        }
        return LeakReport.of(trace).retained().stream()
                .filter(each -> each.retention() == Retention.GROWS)
                .limit(limits.rows())
                .map(each -> new RetainedMemory(limits.cut(each.path()), each.bytesPerStep(), each.bytes()))
                .toList();
    }

    private VirtualMachine virtualMachine() {
        List<GarbageCollection> longest = facts.collections().stream()
                .sorted(Comparator.comparingLong(GarbageCollection::pauseNanos).reversed())
                .limit(limits.rows())
                .sorted(Comparator.comparingLong(GarbageCollection::startNanos))
                .map(each -> each.since(trace.start().monotonicNanos()))
                .toList();
        Map<String, Long> sums = new LinkedHashMap<>();
        facts.machine().forEach(span -> sums.merge(limits.cut(span.name()), span.nanos(), Long::sum));
        Map<String, Long> inSteps = new LinkedHashMap<>();
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(limits.rows())
                .forEach(each -> inSteps.put(each.getKey(), each.getValue()));
        Map<String, Long> beside = new LinkedHashMap<>();
        facts.steps()
                .forEach(step -> step.concurrent().forEach((cost, nanos) -> {
                    if (nanos > 0) {
                        beside.merge(cost.label(), nanos, Long::sum);
                    }
                }));
        return new VirtualMachine(longest, facts.collections().size() - longest.size(), inSteps, beside);
    }

    private Account account() {
        LossAccount account = trace.account();
        return new Account(
                account.begun(),
                account.written(),
                named(account.dropped(), cause -> cause.label()),
                named(account.unfinished(), cause -> cause.label()),
                named(account.anomalies(), anomaly -> anomaly.label()),
                source.missing().stream().limit(limits.rows()).map(limits::cut).toList());
    }

    private static <K> Map<String, Long> named(Map<K, Long> counts, Function<K, String> name) {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.forEach((key, count) -> named.put(name.apply(key), count));
        return named;
    }
}
