package io.stepprofiler;

import java.time.Duration;
import java.util.Optional;

/**
 * Options of a profile that records continuously: how much of the past it keeps, and when it delivers it.
 *
 * <pre>{@code
 * Profile profile = Profile.builder()
 *         .history(History.ofSteps(20).onSlowStep(3).onNotFinite(true))
 *         .onTraceReady(TensorBoardHandler.to(Path.of("log")))
 *         .start();
 * }</pre>
 *
 * <p>Such a profile has one endless window; older steps are dropped as new ones are recorded. The kept steps are
 * delivered as a trace by {@link Profile#snapshot}, and automatically on the events chosen here; recording continues
 * meanwhile. Closing the profile in the middle of a step, such as by an exception that leaves the loop, delivers them,
 * too. Immutable: each setter returns another history.
 *
 * @param steps number of last steps to keep, including the current step if anything has begun in it; empty if only time
 *     counts
 * @param time length of time to keep; empty if only steps count
 * @param maxBytes most bytes to keep, compressed or not; beyond that the oldest events are dropped, however few are
 *     left
 * @param slowStep ratio of a step's duration to the median of the last {@value #MEDIAN_OF} steps, above which a
 *     snapshot is delivered; empty for none
 * @param onUncaught whether an uncaught exception, on any thread, delivers a snapshot
 * @param onNotFinite whether a {@link Counter}, such as the loss, that is not a number or infinite delivers a snapshot
 * @param maxSnapshots most snapshots to deliver automatically
 */
public record History(
        Optional<Integer> steps,
        Optional<Duration> time,
        long maxBytes,
        Optional<Double> slowStep,
        boolean onUncaught,
        boolean onNotFinite,
        int maxSnapshots) {
    /** Number of preceding steps whose median a step is compared with: {@value}. */
    public static final int MEDIAN_OF = 64;

    /** Default limit of automatic snapshots: {@value}. */
    public static final int MAX_SNAPSHOTS = 10;

    private static final long MIN_BYTES = 1 << 20;
    private static final Duration LONGEST = Duration.ofDays(365);

    /**
     * Checks the values.
     *
     * @param steps 1 or more
     * @param time more than 0, at most 365 days
     * @param maxBytes 1 MiB or more
     * @param slowStep more than 1
     * @param onUncaught any
     * @param onNotFinite any
     * @param maxSnapshots 0 or more
     * @throws IllegalArgumentException if a value is not allowed, naming the parameter and the allowed values
     */
    public History {
        check(steps.isPresent() || time.isPresent(), "steps and time", "empty", "one of them must be given");
        check(steps.orElse(1) >= 1, "steps", steps.orElse(1), "must be 1 or more");
        Duration kept = time.orElse(LONGEST);
        check(
                !kept.isNegative() && !kept.isZero() && kept.compareTo(LONGEST) <= 0,
                "time",
                kept,
                "must be more than 0 and at most " + LONGEST);
        check(maxBytes >= MIN_BYTES, "maxBytes", maxBytes, "must be " + MIN_BYTES + " or more");
        check(slowStep.orElse(2.0) > 1, "slowStep", slowStep.orElse(2.0), "must be more than 1");
        check(maxSnapshots >= 0, "maxSnapshots", maxSnapshots, "must be 0 or more");
    }

    private static void check(boolean allowed, String parameter, Object value, String what) {
        if (!allowed) {
            throw new IllegalArgumentException(parameter + " = " + value + " is not allowed: " + what);
        }
    }

    /**
     * {@return a history of the last steps, delivered on demand and on uncaught exceptions}
     *
     * @param count 1 or more
     */
    public static History ofSteps(int count) {
        return new History(
                Optional.of(count),
                Optional.empty(),
                Defaults.historyBytes(),
                Optional.empty(),
                true,
                false,
                MAX_SNAPSHOTS);
    }

    /**
     * {@return a history of the most recent time, delivered on demand and on uncaught exceptions}
     *
     * @param time more than 0, at most 365 days
     */
    public static History of(Duration time) {
        return new History(
                Optional.empty(),
                Optional.of(time),
                Defaults.historyBytes(),
                Optional.empty(),
                true,
                false,
                MAX_SNAPSHOTS);
    }

    /** Describes the kept steps or time. */
    String kept() {
        String most = steps.map(count -> count == 1 ? "the last step" : "the last " + count + " steps")
                .orElse("");
        String longest =
                time.map(kept -> "the last " + kept.toMillis() / 1e3 + " s").orElse("");
        return most + (most.isEmpty() || longest.isEmpty() ? "" : " of ") + longest + ", in " + (maxBytes >> 20)
                + " MiB at most";
    }

    /**
     * {@return this history with another size limit; default {@link Defaults#historyBytes()}}
     *
     * @param bytes 1 MiB or more
     */
    public History maxBytes(long bytes) {
        return new History(steps, time, bytes, slowStep, onUncaught, onNotFinite, maxSnapshots);
    }

    /**
     * {@return this history, delivered also when a step is slow}
     *
     * @param times ratio to the median of the preceding steps above which a step is slow, more than 1
     */
    public History onSlowStep(double times) {
        return new History(steps, time, maxBytes, Optional.of(times), onUncaught, onNotFinite, maxSnapshots);
    }

    /**
     * {@return this history, delivered or not on uncaught exceptions; default true}
     *
     * @param deliver whether to deliver then
     */
    public History onUncaught(boolean deliver) {
        return new History(steps, time, maxBytes, slowStep, deliver, onNotFinite, maxSnapshots);
    }

    /**
     * {@return this history, delivered or not when a counter is not a number or infinite; default false}
     *
     * @param deliver whether to deliver then
     */
    public History onNotFinite(boolean deliver) {
        return new History(steps, time, maxBytes, slowStep, onUncaught, deliver, maxSnapshots);
    }

    /**
     * {@return this history with another limit of automatic snapshots; default {@value #MAX_SNAPSHOTS}}
     *
     * @param count 0 or more
     */
    public History maxSnapshots(int count) {
        return new History(steps, time, maxBytes, slowStep, onUncaught, onNotFinite, count);
    }
}
