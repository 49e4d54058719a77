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
import java.util.stream.Stream;

/**
 * Samples of code that match a condition.
 *
 * @param places the places of the matching samples, by decreasing weight
 * @param count number of matching samples
 * @param all number of all samples
 * @param nanos estimated time of the matching samples: their part of the time for which the code runs
 */
record RunningCode(List<Place> places, long count, long all, long nanos) {
    /** Fewest samples of steps that give a distribution. */
    static final int ENOUGH = 20;

    /** Fewest samples that name a place: one or two may be chance. */
    static final int FEWEST = 3;

    private static final int SHOWN = 3;

    /** Returns the matching samples of some code; empty if samples are too few, or too few match. */
    static Optional<RunningCode> of(CodeOfSteps code, Predicate<List<StackTraceElement>> which) {
        return of(code, nanos -> true, which);
    }

    /** Returns the matching samples of some instants. */
    static Optional<RunningCode> of(
            CodeOfSteps code, LongPredicate instants, Predicate<List<StackTraceElement>> which) {
        List<Place> matching = code.samples().apply(instants).stream()
                .filter(place -> which.test(place.stack()))
                .toList();
        long all = count(code.running());
        long count = count(matching);
        return all < ENOUGH || count < FEWEST
                ? Optional.empty()
                : Optional.of(new RunningCode(matching, count, all, (long) (code.nanos() * ((double) count / all))));
    }

    static long count(List<Place> places) {
        return places.stream().mapToLong(Place::count).sum();
    }

    static long weight(List<Place> places) {
        return places.stream().mapToLong(Place::weight).sum();
    }

    /** Returns the places with at least {@value #FEWEST} samples, and with a weight. */
    static Stream<Place> certain(List<Place> places) {
        return places.stream().filter(place -> place.count() >= FEWEST && place.weight() > 0);
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
                .filter(site -> count(site) >= FEWEST)
                .limit(SHOWN)
                .map(site -> Proof.at(
                        count(site) + " of " + all + " samples", site.get(0).stack()))
                .toList();
    }
}
