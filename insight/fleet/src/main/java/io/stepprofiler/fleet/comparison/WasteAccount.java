package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.ExcessCause;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Account of the waste of a mean step: the difference between the slowest and the mean rank. Its parts add up to it to
 * the nanosecond. Times are nanoseconds a step.
 *
 * @param stepNanos mean duration of a step on the wall
 * @param ownNanos mean time of the ranks in a step
 * @param wasteNanos the waste
 * @param parts its parts, one of each kind
 * @param events the part of the events by their causes
 * @param slowdown duration of the steps as a multiple of their duration without waste
 * @param stability largest part of the steps in which one rank was clearly the last
 * @param isRotating whether much of the waste wanders over the ranks, which machines do not do, but data does
 */
public record WasteAccount(
        long stepNanos,
        long ownNanos,
        long wasteNanos,
        List<WastePart> parts,
        Map<ExcessCause, Long> events,
        double slowdown,
        double stability,
        boolean isRotating) {
    /** Copies the collections. */
    public WasteAccount {
        parts = List.copyOf(parts);
        // Other copies have another order in each process, and files must not.
        events = Collections.unmodifiableMap(new TreeMap<>(events));
    }

    /**
     * {@return a part}
     *
     * @param kind its kind
     */
    public WastePart part(WasteKind kind) {
        return parts.stream().filter(part -> part.kind() == kind).findFirst().orElseThrow();
    }
}
