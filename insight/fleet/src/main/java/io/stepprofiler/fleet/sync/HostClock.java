package io.stepprofiler.fleet.sync;

/**
 * Clock of a host against the common time of its part of the fleet.
 *
 * @param host name of the host
 * @param part index of its part: only times of one part can be compared
 * @param collectives number of collectives with other hosts that it is fitted by; 0 leaves it as it is, because there are none or because it jumps
 * @param line offset from the common time
 * @param sigmaNanos standard deviation of the ends of these collectives around the fit
 */
public record HostClock(String host, int part, int collectives, ClockLine line, long sigmaNanos) {
    /** Fewest collectives for an estimate of the error. */
    private static final int LEAST = 5;

    /** True if the error is known. */
    boolean isFitted() {
        return collectives >= LEAST;
    }

    /**
     * {@return the common time of a time of this clock}
     *
     * @param nanos time on the clock
     */
    public long common(long nanos) {
        return nanos - line.at(nanos);
    }
}
