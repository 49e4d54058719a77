package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Samples of the running threads of steps that match a condition.
 *
 * @param places the places of the matching samples, by decreasing weight
 * @param count number of matching samples
 * @param all number of all samples
 * @param nanos estimated time of the matching samples: their part of the time for which the threads of steps run
 */
record RunningCode(List<Place> places, long count, long all, long nanos) {
    /** Fewest samples of steps that give a distribution. */
    static final int ENOUGH = 20;

    /** Fewest samples that name a place: one or two may be chance. */
    static final int FEWEST = 3;

    private static final int SHOWN = 3;

    /** Returns the matching samples; empty if samples are too few, or too few match. */
    static Optional<RunningCode> of(WindowFacts facts, Predicate<List<StackTraceElement>> which) {
        return of(facts, nanos -> true, which);
    }

    /** Returns the matching samples of some instants. */
    static Optional<RunningCode> of(
            WindowFacts facts, LongPredicate instants, Predicate<List<StackTraceElement>> which) {
        List<Place> matching = facts.samples().places(instants, Integer.MAX_VALUE).stream()
                .filter(place -> which.test(place.stack()))
                .toList();
        long all = count(facts.samples().places(nanos -> true, Integer.MAX_VALUE));
        long count = count(matching);
        return all < ENOUGH || count < FEWEST
                ? Optional.empty()
                : Optional.of(new RunningCode(
                        matching, count, all, (long) (ProcessorLoad.runningNanos(facts) * ((double) count / all))));
    }

    static long count(List<Place> places) {
        return places.stream().mapToLong(Place::count).sum();
    }

    /** Methods of the program with the most samples as evidence, each with its most frequent call stack. */
    List<Proof> proofs() {
        Map<String, List<Place>> bySite = places.stream()
                .collect(Collectors.groupingBy(
                        place -> ProgramFrames.of(place.stack())
                                .map(ProgramFrames::text)
                                .orElse(""),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return bySite.values().stream()
                .sorted(Comparator.<List<Place>>comparingLong(RunningCode::count)
                        .reversed())
                .limit(SHOWN)
                .map(site -> Proof.at(
                        count(site) + " of " + all + " samples", site.get(0).stack()))
                .toList();
    }
}
