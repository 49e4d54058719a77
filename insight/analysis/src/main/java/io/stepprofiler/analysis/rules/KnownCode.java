package io.stepprofiler.analysis.rules;

import java.util.List;
import java.util.Optional;

/**
 * Work that rules about code know, with its remedy: in the code of steps or of threads that steps wait for.
 *
 * @param does the work, such as {@code compiles regular expressions}
 * @param site the method of the program with most of it; empty if not known
 * @param how end of the sentence; empty if there is nothing to add
 * @param nanos its time
 * @param isSampled whether most of the time is estimated from samples
 * @param nextStep the remedy in a few words
 * @param proofs evidence
 * @param advice what to do
 */
record KnownCode(
        String does,
        Optional<Site> site,
        String how,
        long nanos,
        boolean isSampled,
        String nextStep,
        List<Proof> proofs,
        List<Advice> advice) {
    /** Returns the symptom of steps that do the work themselves. */
    Symptom inStep(WindowFacts facts) {
        Figure figure = isSampled ? facts.ofRunning(nanos) : facts.ofStep(nanos);
        return new Symptom(figure, figure.text() + " " + text(), nextStep, nanos, proofs, advice);
    }

    /** Returns the work with its place. */
    String text() {
        return does + Site.in(site) + how;
    }
}
