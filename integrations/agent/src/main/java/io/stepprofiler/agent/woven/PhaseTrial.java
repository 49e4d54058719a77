package io.stepprofiler.agent.woven;

import java.util.List;

/**
 * Measurements of the calls in a step method.
 *
 * @param steps number of steps; earlier ones weigh less
 * @param stepNanos time of these steps
 * @param methodNanos time that they spent in the step method
 * @param sites the sites, in the order of the code
 */
public record PhaseTrial(int steps, long stepNanos, long methodNanos, List<Site> sites) {
    /** Copies the list. */
    public PhaseTrial {
        sites = List.copyOf(sites);
    }

    /**
     * Measurements of one site.
     *
     * @param site the site
     * @param calls number of calls in all steps
     * @param nanos time in them; calls inside a call of the same site are part of it
     * @param frequent whether there were too many calls in a step to measure them
     */
    public record Site(PhaseSite site, long calls, long nanos, boolean frequent) {}
}
