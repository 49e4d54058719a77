package io.stepprofiler.agent;

import io.stepprofiler.agent.woven.PhaseSite;
import io.stepprofiler.agent.woven.PhaseTrial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls of a step method that are recorded as its phases: the longest ones, as far as their scopes cost little. If one
 * call takes most of the step method, and the calls in it most of that, these are the phases.
 *
 * @param phases the calls, in the order of the code
 * @param leftOut calls that take time enough, but whose scopes would cost too much
 */
record PhaseChoice(List<PhaseSite> phases, List<PhaseSite> leftOut) {
    /** Smallest part of the step that a phase takes. */
    private static final double LEAST_PART = 0.02;

    /** Largest part of the step that the scopes of all phases may take. */
    private static final double MOST_COST = 0.02;

    private static final int MOST_PHASES = 8;

    /** Part of the step method from which on a call is no phase, if the calls in it are. */
    private static final double MOST_OF_A_STEP = 0.9;

    /** Smallest part of such a call inside the calls in it. */
    private static final double MOST_OF_IT = 0.5;

    /**
     * {@return the choice}
     *
     * @param trial the measurements
     * @param scopeNanos cost of a scope
     */
    static PhaseChoice of(PhaseTrial trial, double scopeNanos) {
        List<PhaseTrial.Site> outermost = outermost(trial);
        List<PhaseSite> leftOut = new ArrayList<>();
        outermost.stream().filter(PhaseTrial.Site::frequent).forEach(site -> leftOut.add(site.site()));
        List<PhaseTrial.Site> kept = outermost.stream()
                .filter(site -> !site.frequent() && site.nanos() >= LEAST_PART * trial.stepNanos())
                .sorted(Comparator.comparingLong(PhaseTrial.Site::nanos).reversed())
                .limit(MOST_PHASES)
                .collect(Collectors.toCollection(ArrayList::new));
        while (calls(kept) * scopeNanos > MOST_COST * trial.stepNanos()) {
            PhaseTrial.Site dearest = Collections.max(kept, Comparator.comparingLong(PhaseTrial.Site::calls));
            kept.remove(dearest);
            leftOut.add(dearest.site());
        }
        return new PhaseChoice(
                outermost.stream()
                        .filter(kept::contains)
                        .map(PhaseTrial.Site::site)
                        .toList(),
                leftOut);
    }

    /** Returns the sites in the step method, with the sites inside a call in place of one that takes most of it. */
    private static List<PhaseTrial.Site> outermost(PhaseTrial trial) {
        List<PhaseTrial.Site> outermost = new ArrayList<>();
        for (PhaseTrial.Site each : trial.sites()) {
            if (each.site().isInStepMethod()) {
                List<PhaseTrial.Site> inside = trial.sites().stream()
                        .filter(other ->
                                other.site().caller().equals(each.site().callee()))
                        .toList();
                boolean wraps = each.nanos() >= MOST_OF_A_STEP * trial.methodNanos()
                        && nanos(inside) >= MOST_OF_IT * each.nanos();
                outermost.addAll(wraps ? inside : List.of(each));
            }
        }
        return outermost;
    }

    private static long nanos(List<PhaseTrial.Site> sites) {
        return sites.stream().mapToLong(PhaseTrial.Site::nanos).sum();
    }

    private static long calls(List<PhaseTrial.Site> sites) {
        return sites.stream().mapToLong(PhaseTrial.Site::calls).sum();
    }

    /** {@return the names, such as {@code Net.forward, Net.backward, without Net.add (called too often)}; may be empty} */
    @Override
    public String toString() {
        return Stream.concat(
                        phases.stream().map(PhaseSite::name),
                        leftOut.stream().map(site -> "without " + site.name() + " (called too often)"))
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
