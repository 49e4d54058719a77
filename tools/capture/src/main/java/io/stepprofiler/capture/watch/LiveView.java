package io.stepprofiler.capture.watch;

import io.stepprofiler.capture.watch.StepSample.Operation;
import io.stepprofiler.capture.watch.StepSample.Part;
import java.util.Optional;

/**
 * The newest figures of a job beside those before, so that changes can be told. Immutable.
 *
 * @param now the newest figures
 * @param before the figures before; empty if there are none
 * @param sampleBefore the last sample that is another one than that of the newest figures; empty if there is none
 */
record LiveView(LiveFigures now, Optional<LiveFigures> before, Optional<StepSample> sampleBefore) {
    private static final double MILLIS_A_SECOND = 1000;

    /**
     * {@return the first view of a job}
     *
     * @param figures its figures
     */
    static LiveView of(LiveFigures figures) {
        return new LiveView(figures, Optional.empty(), Optional.empty());
    }

    /**
     * {@return the view after this one}
     *
     * @param figures newer figures
     */
    LiveView next(LiveFigures figures) {
        boolean isNew = !figures.sample().equals(now.sample());
        return new LiveView(figures, Optional.of(now), isNew ? now.sample() : sampleBefore);
    }

    /** {@return seconds since the figures before; 0 if there are none} */
    double seconds() {
        // Not by the time of day, which somebody may set.
        return before.map(each -> (now.job().uptimeMillis() - each.job().uptimeMillis()) / MILLIS_A_SECOND)
                .orElse(0.0);
    }

    /**
     * {@return steps a second: since the figures before, if more have ended since than the last ones whose times are known;
     * else of those}
     */
    double stepsPerSecond() {
        long ended =
                before.map(each -> now.steps().count() - each.steps().count()).orElse(0L);
        return seconds() > 0 && ended > now.steps().recentNanos().size()
                ? ended / seconds()
                : now.steps().perSecond();
    }

    /** {@return collections since the figures before; 0 if there are none} */
    long collections() {
        return before.map(each -> now.machine().collections() - each.machine().collections())
                .orElse(0L);
    }

    /** {@return milliseconds of collections since the figures before; 0 if there are none} */
    long collectionMillis() {
        return before.map(each ->
                        now.machine().collectionMillis() - each.machine().collectionMillis())
                .orElse(0L);
    }

    /**
     * {@return by how much the share of a part is another than in the sample before; 0 if there is none}
     *
     * @param part a part of the newest sample
     */
    double change(Part part) {
        return change(
                part.stepNanos(),
                sampleBefore.map(sample -> sample.share(sample.parts().stream()
                        .filter(each -> each.name().equals(part.name())
                                && each.category().equals(part.category()))
                        .mapToLong(Part::stepNanos)
                        .sum())));
    }

    /**
     * {@return by how much the share of an operation is another than in the sample before; 0 if there is none}
     *
     * @param operation an operation of the newest sample
     */
    double change(Operation operation) {
        return change(
                operation.selfNanos(),
                sampleBefore.map(sample -> sample.share(sample.operations().stream()
                        .filter(each -> each.name().equals(operation.name())
                                && each.kind().equals(operation.kind()))
                        .mapToLong(Operation::selfNanos)
                        .sum())));
    }

    private double change(long nanos, Optional<Double> shareBefore) {
        double share = now.sample().map(sample -> sample.share(nanos)).orElse(0.0);
        return share - shareBefore.orElse(share);
    }
}
