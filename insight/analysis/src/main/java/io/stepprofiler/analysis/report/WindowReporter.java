package io.stepprofiler.analysis.report;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.analysis.memory.LeakReport.Retention;
import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
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
    private static final Set<EventKind> OF_NO_OPERATOR =
            EnumSet.of(EventKind.VIRTUAL_MACHINE, EventKind.PROFILER, EventKind.WAIT);

    private final StepReport.Source source;
    private final WindowAnalysis window;
    private final Trace trace;
    private final WindowFacts facts;
    private final RuleSet rules;
    private final ReportLimits limits;
    private final PathTimes paths;

    WindowReporter(StepReport.Source source, RuleSet rules, ReportLimits limits) {
        this.source = source;
        window = source.window();
        trace = window.trace();
        facts = WindowFacts.of(window);
        this.rules = rules;
        this.limits = limits;
        List<StepMark> steps = new ArrayList<>(window.walk().steps());
        if (steps.size() != 1) {
            steps.removeIf(step -> step.number() <= 0);
        }
        paths = new PathTimes(window.walk(), steps);
    }

    WindowReport report() {
        List<String> phases = phases();
        return new WindowReport(
                run(),
                rules.check(facts),
                new Metrics(facts, window, paths.callsPerStep()).all(),
                facts.stepTimes(),
                parts(phases),
                steps(phases),
                costs(),
                virtualMachine(),
                account(),
                paths.largest(limits),
                new DeviceReporter(facts, window, limits).devices());
    }

    private WindowReport.Costs costs() {
        return new WindowReport.Costs(
                operators(false),
                operators(true),
                waits(),
                sampled(window.samples().places(nanos -> true, limits.rows())),
                sampled(window.samples().allocations(limits.rows())),
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
                trace.start().knownEpochNanos(),
                trace.end().monotonicNanos() - trace.start().monotonicNanos(),
                trace.isPartial(),
                RunFacts.of(trace, limits));
    }

    /** Returns the phases with the most time; the others are merged. */
    private List<String> phases() {
        Map<String, Long> sums = new LinkedHashMap<>();
        for (StepBreakdown step : facts.steps()) {
            step.phases().forEach((name, nanos) -> sums.merge(name, nanos, Long::sum));
        }
        return List.copyOf(largest(sums, MAX_PHASES).keySet());
    }

    /** Returns the largest values, the largest first. */
    private static Map<String, Long> largest(Map<String, Long> values, int most) {
        Map<String, Long> largest = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : first(
                values.entrySet(), Map.Entry.<String, Long>comparingByValue().reversed(), most)) {
            largest.put(each.getKey(), each.getValue());
        }
        return largest;
    }

    private static <T> List<T> first(Collection<T> all, Comparator<T> order, int most) {
        List<T> sorted = new ArrayList<>(all);
        sorted.sort(order);
        return sorted.subList(0, Math.min(most, sorted.size()));
    }

    private static long other(StepBreakdown step, List<String> phases) {
        long other = step.of(StepCategory.PHASE);
        for (String name : phases) {
            other -= step.phases().getOrDefault(name, 0L);
        }
        return other;
    }

    private List<Part> parts(List<String> phases) {
        List<Part> parts = new ArrayList<>();
        for (StepCategory category : StepCategory.values()) {
            if (category != StepCategory.PHASE) {
                int samples = category == StepCategory.UNACCOUNTED
                        ? window.sampledPhases().undivided()
                        : 0;
                add(category, category.label(), samples, step -> step.of(category), parts);
            }
        }
        Map<String, Integer> samples = window.sampledPhases().counts();
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
        for (StepBreakdown slow : first(facts.slowSteps(), byDuration.reversed(), most / 4)) {
            chosen.add(all.indexOf(slow));
        }
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

    private List<Operator> operators(boolean areModules) {
        List<KeyAverage> rows = new ArrayList<>();
        for (KeyAverage row : facts.averages().rows()) {
            EventKind kind = row.key().kind();
            if (row.key().row() == GroupKey.Row.EVENTS
                    && !OF_NO_OPERATOR.contains(kind)
                    && areModules == (kind == EventKind.MODULE)) {
                rows.add(row);
            }
        }
        double steps = Math.max(1, facts.steps().size());
        List<Operator> operators = new ArrayList<>();
        for (KeyAverage row :
                first(rows, Comparator.comparingLong(KeyAverage::selfNanos).reversed(), limits.rows())) {
            operators.add(new Operator(
                    limits.cut(row.name()),
                    row.key().kind().name(),
                    row.count() / steps,
                    row.selfNanos(),
                    row.totalNanos(),
                    row.p50Nanos(),
                    row.p99Nanos(),
                    row.device().totalNanos(),
                    row.flops()));
        }
        return operators;
    }

    private List<Wait> waits() {
        Map<List<Object>, List<Span>> alike = new LinkedHashMap<>();
        for (Span span : window.waits()) {
            alike.computeIfAbsent(List.of(span.name(), span.category(), span.stack()), any -> new ArrayList<>())
                    .add(span);
        }
        List<Wait> waits = new ArrayList<>();
        for (List<Span> spans : alike.values()) {
            long nanos = 0;
            long most = 0;
            for (Span span : spans) {
                nanos += span.nanos();
                most = Math.max(most, span.nanos());
            }
            Span one = spans.get(0);
            String category = one.category().name();
            waits.add(new Wait(limits.cut(one.name()), category, spans.size(), nanos, most, frames(one.stack())));
        }
        return first(waits, Comparator.comparingLong(Wait::nanos).reversed(), limits.rows());
    }

    private List<SampledPlace> sampled(List<StepSamples.Place> places) {
        List<SampledPlace> sampled = new ArrayList<>();
        for (StepSamples.Place place : places) {
            sampled.add(new SampledPlace(place.count(), place.weight(), frames(place.stack())));
        }
        return sampled;
    }

    private List<String> frames(List<StackTraceElement> stack) {
        return ProgramFrames.shown(stack, MAX_FRAMES).stream().map(limits::cut).toList();
    }

    private List<RetainedMemory> retained() {
        if (!facts.evidence().contains(Evidence.MEMORY)) {
            return List.of();
        }
        List<RetainedMemory> retained = new ArrayList<>();
        for (LeakReport.RetainedMemory each : LeakReport.of(trace).retained()) {
            if (each.retention() == Retention.GROWS && retained.size() < limits.rows()) {
                retained.add(new RetainedMemory(limits.cut(each.path()), each.bytesPerStep(), each.bytes()));
            }
        }
        return retained;
    }

    private VirtualMachine virtualMachine() {
        List<GarbageCollection> longest = new ArrayList<>();
        for (GarbageCollection each : first(
                window.collections(),
                Comparator.comparingLong(GarbageCollection::pauseNanos).reversed(),
                limits.rows())) {
            longest.add(each.since(trace.start().monotonicNanos()));
        }
        longest.sort(Comparator.comparingLong(GarbageCollection::startNanos));
        Map<String, Long> sums = new LinkedHashMap<>();
        for (Span span : window.machine()) {
            sums.merge(limits.cut(span.name()), span.nanos(), Long::sum);
        }
        Map<String, Long> beside = new LinkedHashMap<>();
        for (StepBreakdown step : facts.steps()) {
            step.concurrent().forEach((cost, nanos) -> {
                if (nanos > 0) {
                    beside.merge(cost.label(), nanos, Long::sum);
                }
            });
        }
        return new VirtualMachine(
                longest, window.collections().size() - longest.size(), largest(sums, limits.rows()), beside);
    }

    private Account account() {
        LossAccount account = trace.account();
        List<String> missing = new ArrayList<>();
        addOtherSteps(missing);
        missing.addAll(source.missing());
        int tooLong = window.operations().tooLong();
        if (tooLong > 0) {
            missing.add(Amount.count(tooLong, "operation") + " of devices "
                    + (tooLong == 1 ? "has an impossible duration" : "have impossible durations")
                    + ", past the start of the next operation of the stream; the report counts the time until then");
        }
        return new Account(
                account.begun(),
                account.written(),
                named(account.dropped(), cause -> cause.label()),
                named(account.unfinished(), cause -> cause.label()),
                named(account.anomalies(), anomaly -> anomaly.label()),
                missing.stream().limit(limits.rows()).map(limits::cut).toList());
    }

    /** Adds a sentence about the steps of other threads or processes, if there are any. */
    private void addOtherSteps(List<String> missing) {
        Map<Long, Integer> others = window.walk().otherSteps();
        if (others.isEmpty()) {
            return;
        }
        String names = others.entrySet().stream()
                .map(other -> thread(other.getKey()) + " (" + Amount.count(other.getValue(), "step") + ")")
                .collect(Collectors.joining(", "));
        String own = thread(window.walk().steps().get(0).trackId());
        missing.add("all figures are of the steps of " + own + ", and not of " + names);
    }

    private String thread(long id) {
        return trace.tracks().stream()
                .filter(track -> track.id() == id && !track.name().isEmpty())
                .findFirst()
                .map(Track::name)
                .orElse("thread " + id);
    }

    private static <K> Map<String, Long> named(Map<K, Long> counts, Function<K, String> name) {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.forEach((key, count) -> named.put(name.apply(key), count));
        return named;
    }
}
