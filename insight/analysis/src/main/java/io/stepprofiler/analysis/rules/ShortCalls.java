package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.INPUT_OUTPUT;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.window.FileCall;
import io.stepprofiler.analysis.window.Span;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls for files and sockets of one kind. Calls below the threshold of the recorder are in no event, and neither are
 * calls of the file system that transfer no data; samples of native code find them if there are many.
 *
 * @param work their kind
 * @param recorded calls with an event
 * @param sampled calls without an event, if samples find enough of them
 */
record ShortCalls(FileWork work, List<Span> recorded, Optional<RunningCode> sampled) {
    static final Rule RULE = new Rule(
            "io-in-step",
            "Input and output in the step",
            Role.CAUSE,
            Set.of(STEPS, INPUT_OUTPUT),
            new Thresholds(0.03, 0.1),
            facts -> in(CodeOfSteps.ofSteps(facts)).map(known -> known.inStep(facts)));

    private static final int SHOWN = 3;

    /** Returns the kind of calls that takes most of some code; empty if there are none. */
    static Optional<KnownCode> in(CodeOfSteps code) {
        return Stream.of(FileWork.values())
                .map(work -> of(code, work))
                .filter(calls -> calls.nanos() > 0)
                .max(Comparator.comparingLong(ShortCalls::nanos))
                .map(ShortCalls::known);
    }

    private static ShortCalls of(CodeOfSteps code, FileWork work) {
        return new ShortCalls(
                work,
                code.transfers().stream()
                        .filter(span -> work.has(FileCall.ofEvent(span.name())))
                        .toList(),
                RunningCode.of(
                        code,
                        nanos -> !code.recorded().contains(nanos),
                        stack -> FileCall.of(stack).filter(work::has).isPresent()));
    }

    private long recordedNanos() {
        return nanos(recorded);
    }

    private long sampledNanos() {
        return sampled.map(RunningCode::nanos).orElse(0L);
    }

    private long nanos() {
        return recordedNanos() + sampledNanos();
    }

    private KnownCode known() {
        boolean isShort = sampledNanos() > recordedNanos();
        Site.Sum sites = new Site.Sum();
        recorded.forEach(span -> sites.add(span.stack(), span.nanos()));
        // Samples of native code weigh more than the time they stand for.
        sampled.ifPresent(code ->
                code.places().forEach(place -> sites.add(place.stack(), code.nanos() * place.count() / code.count())));
        FileCall most = most();
        return new KnownCode(
                work.does(),
                sites.most(),
                isShort ? work.how() : "",
                nanos(),
                isShort,
                work.nextStep(most, isShort),
                Stream.concat(sampled.stream().flatMap(code -> code.proofs().stream()), byFile())
                        .limit(SHOWN)
                        .toList(),
                work.advice(most, isShort));
    }

    /** Returns the call with the most time. */
    private FileCall most() {
        Map<FileCall, Long> nanos = new EnumMap<>(FileCall.class);
        recorded.forEach(span -> nanos.merge(FileCall.ofEvent(span.name()), span.nanos(), Long::sum));
        sampled.ifPresent(code -> code.places()
                .forEach(place -> FileCall.of(place.stack())
                        .ifPresent(call -> nanos.merge(call, code.nanos() * place.count() / code.count(), Long::sum))));
        return nanos.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(FileCall.READ);
    }

    /** Returns the recorded calls by name, which may contain the file, with their totals. */
    private Stream<Proof> byFile() {
        Collection<List<Span>> byName = recorded.stream()
                .collect(Collectors.groupingBy(Span::name, LinkedHashMap::new, Collectors.toList()))
                .values();
        return byName.stream()
                .sorted(Comparator.<List<Span>>comparingLong(ShortCalls::nanos).reversed())
                .map(spans -> {
                    Proof longest = Spans.longest(spans, span -> true).get(0);
                    return new Proof(
                            longest.text() + ", " + count(spans.size(), "time") + ", " + time(nanos(spans))
                                    + " in all; the longest",
                            longest.step(),
                            longest.startNanos(),
                            longest.nanos(),
                            longest.stack());
                });
    }

    private static long nanos(List<Span> spans) {
        return spans.stream().mapToLong(Span::nanos).sum();
    }
}
