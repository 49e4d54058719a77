package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.ranks.FleetGroups;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The stage of a pipeline that all others wait for.
 *
 * @param stage its position
 * @param isLast whether it is the last stage, which also computes the loss
 * @param nanos its time above the mean rank, a step
 * @param excess the same as a part of the mean rank's time
 * @param severity a warning from 10 % on
 */
public record StageExcess(int stage, boolean isLast, long nanos, double excess, Severity severity) {
    private static final double INFORMATION = 0.05;
    private static final double WARNING = 0.1;

    /** Returns the stage; empty if none is much slower than the mean. */
    static Optional<StageExcess> of(WasteAccount account, FleetGroups groups) {
        WastePart part = account.part(WasteKind.STAGE);
        double excess = (double) part.nanos() / Math.max(1, account.ownNanos());
        if (excess < INFORMATION) {
            return Optional.empty();
        }
        int stage = Integer.parseInt(part.name());
        int last = IntStream.range(0, groups.stages().size())
                .map(group -> Integer.parseInt(groups.stages().name(group)))
                .max()
                .orElse(stage);
        return Optional.of(new StageExcess(
                stage,
                stage == last,
                part.nanos(),
                excess,
                excess < WARNING ? Severity.INFORMATION : Severity.WARNING));
    }
}
