package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Method of the program with most samples of allocations in unaccounted time. Samples of running code can
 * be absent, such as with native code that signals must not interrupt; then allocations locate a thread without a time.
 *
 * @param site the method, with its part of the samples
 * @param copies whether most of its samples are in copies of tensors to Java
 */
record AllocatingCode(Site site, boolean copies) {
    private static final double MOST = 0.5;

    private static final Set<String> COPIES = Frameworks.names(Fact.COPIES_OUT);

    /** Returns the method; empty if running code is sampled, or samples are too few or in several methods. */
    static Optional<AllocatingCode> inUnaccountedTime(WindowFacts facts) {
        Set<SampleKind> kinds = facts.trace().samples().kinds();
        if (kinds.contains(SampleKind.JAVA) || kinds.contains(SampleKind.CPU_TIME)) {
            return Optional.empty();
        }
        List<Place> places = facts.samples().allocations(facts.unaccounted()::contains, Integer.MAX_VALUE).stream()
                .map(place -> new Place(place.stack(), place.count(), place.count()))
                .toList();
        return Site.of(places)
                .filter(site -> site.part() > MOST && RunningCode.count(places) >= RunningCode.ENOUGH)
                .map(site -> new AllocatingCode(site, areCopies(site, places)));
    }

    private static boolean areCopies(Site site, List<Place> places) {
        List<Place> own = places.stream()
                .filter(place -> ProgramFrames.of(place.stack())
                        .filter(frame -> ProgramFrames.method(frame).equals(site.method()))
                        .isPresent())
                .toList();
        long copying = RunningCode.count(own.stream()
                .filter(place -> place.stack().stream().anyMatch(AllocatingCode::isCopy))
                .toList());
        return copying > MOST * RunningCode.count(own);
    }

    private static boolean isCopy(StackTraceElement frame) {
        return COPIES.contains(frame.getMethodName())
                && ProgramFrames.LIBRARIES.stream().anyMatch(frame.getClassName()::startsWith);
    }

    /** Returns the method as the end of a sentence about the unaccounted time. */
    String text() {
        return "; running code is not sampled, but " + Amount.share(site.part(), "the samples of allocations there")
                + " are in " + site.whole() + (copies ? ", which copies tensors to Java" : "");
    }

    /** Returns what to do next. */
    String nextStep() {
        return copies ? "copy fewer tensors to Java in " + site.method() : "look at " + site.method();
    }
}
