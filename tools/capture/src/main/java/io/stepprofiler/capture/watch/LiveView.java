package io.stepprofiler.capture.watch;

import io.stepprofiler.capture.watch.StepSample.Operation;
import io.stepprofiler.capture.watch.StepSample.Part;
import java.util.Optional;

/**
 * The newest and the previous figures of a job, for the calculation of changes. Immutable.
 *
 * @param now the newest figures
 * @param before the previous figures; empty if there are none
 * @param sampleBefore the last sample that differs from the newest figures' sample; empty if there is none
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

    /** {@return seconds since the previous figures; 0 if there are none} */
    double seconds() {
        // Not by the time of day, which can be set.
        return before.map(each -> (now.job().uptimeMillis() - each.job().uptimeMillis()) / MILLIS_A_SECOND)
                .orElse(0.0);
    }

    /**
     * {@return steps per second: since the previous figures if more steps have ended than recent durations are known,
     * else by these durations}
     */
    double stepsPerSecond() {
        long ended =
                before.map(each -> now.steps().count() - each.steps().count()).orElse(0L);
        return seconds() > 0 && ended > now.steps().recentNanos().size()
                ? ended / seconds()
                : now.steps().perSecond();
    }

    /** {@return collections since the previous figures; 0 if there are none} */
    long collections() {
        return before.map(each -> now.machine().collections() - each.machine().collections())
                .orElse(0L);
    }

    /** {@return milliseconds of collections since the previous figures; 0 if there are none} */
    long collectionMillis() {
        return before.map(each ->
                        now.machine().collectionMillis() - each.machine().collectionMillis())
                .orElse(0L);
    }

    /**
     * {@return the change of a part's share since the previous sample; 0 if there is none}
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
     * {@return the change of an operation's share since the previous sample; 0 if there is none}
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
