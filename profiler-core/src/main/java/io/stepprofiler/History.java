package io.stepprofiler;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.recording.Limits;
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
 * too. Immutable: each setter returns another history. Setters throw {@link IllegalArgumentException}, naming the
 * parameter, its value and the allowed values.
 */
public final class History {
    /** Number of preceding steps whose median a step is compared with. */
    static final int MEDIAN_OF = 64;

    private static final int MAX_SNAPSHOTS = 10;
    private static final long MIN_BYTES = 1 << 20;
    private static final Duration LONGEST = Duration.ofDays(365);

    final Optional<Integer> steps;
    final Optional<Duration> time;
    final long maxBytes;
    final Optional<Double> slowStep;
    final boolean onUncaught;
    final boolean onNotFinite;
    final int maxSnapshots;

    private History(
            Optional<Integer> steps,
            Optional<Duration> time,
            long maxBytes,
            Optional<Double> slowStep,
            boolean onUncaught,
            boolean onNotFinite,
            int maxSnapshots) {
        this.steps = steps;
        this.time = time;
        this.maxBytes = maxBytes;
        this.slowStep = slowStep;
        this.onUncaught = onUncaught;
        this.onNotFinite = onNotFinite;
        this.maxSnapshots = maxSnapshots;
    }

    private static History of(Optional<Integer> steps, Optional<Duration> time) {
        return new History(steps, time, Limits.maxBufferBytes(), Optional.empty(), true, false, MAX_SNAPSHOTS);
    }

    private static void check(boolean allowed, String parameter, Object value, String what) {
        if (!allowed) {
            throw new IllegalArgumentException(parameter + " = " + value + " is not allowed: " + what);
        }
    }

    /**
     * {@return a history of the last steps, delivered on demand and on uncaught exceptions} The current step is one of
     * them if anything has begun in it.
     *
     * @param count 1 or more
     */
    public static History ofSteps(int count) {
        check(count >= 1, "steps", count, "must be 1 or more");
        return of(Optional.of(count), Optional.empty());
    }

    /**
     * {@return a history of the most recent time, delivered on demand and on uncaught exceptions}
     *
     * @param time more than 0, at most 365 days
     */
    public static History of(Duration time) {
        check(
                !time.isNegative() && !time.isZero() && time.compareTo(LONGEST) <= 0,
                "time",
                time,
                "must be more than 0 and at most " + LONGEST);
        return of(Optional.empty(), Optional.of(time));
    }

    /**
     * {@return this history with another size limit} Beyond it, the oldest events are dropped, however few are left.
     *
     * @param bytes most bytes to keep, compressed or not, 1 MiB or more; default a sixteenth of the largest heap, at
     *     least 8 MiB
     */
    public History withMaxBytes(long bytes) {
        check(bytes >= MIN_BYTES, "maxBytes", bytes, "must be " + MIN_BYTES + " or more");
        return new History(steps, time, bytes, slowStep, onUncaught, onNotFinite, maxSnapshots);
    }

    /**
     * {@return this history, delivered also when a step is slow}
     *
     * @param times ratio to the median of the preceding {@value #MEDIAN_OF} steps above which a step is slow, more than 1
     */
    public History onSlowStep(double times) {
        check(times > 1, "slowStep", times, "must be more than 1");
        return new History(steps, time, maxBytes, Optional.of(times), onUncaught, onNotFinite, maxSnapshots);
    }

    /**
     * {@return this history, delivered or not on uncaught exceptions of any thread; default true}
     *
     * @param deliver whether to deliver then
     */
    public History onUncaught(boolean deliver) {
        return new History(steps, time, maxBytes, slowStep, deliver, onNotFinite, maxSnapshots);
    }

    /**
     * {@return this history, delivered or not when a {@link Counter}, such as the loss, is not a number or infinite;
     * default false}
     *
     * @param deliver whether to deliver then
     */
    public History onNotFinite(boolean deliver) {
        return new History(steps, time, maxBytes, slowStep, onUncaught, deliver, maxSnapshots);
    }

    /**
     * {@return this history with another limit of automatic snapshots}
     *
     * @param count 0 or more; default {@value #MAX_SNAPSHOTS}
     */
    public History withMaxSnapshots(int count) {
        check(count >= 0, "maxSnapshots", count, "must be 0 or more");
        return new History(steps, time, maxBytes, slowStep, onUncaught, onNotFinite, count);
    }

    /** Describes the kept steps or time. */
    @Override
    public String toString() {
        String most = steps.map(count -> count == 1 ? "the last step" : "the last " + count + " steps")
                .orElseGet(() -> "the last " + Amount.time(time.orElseThrow().toNanos()));
        return most + ", in " + Amount.bytes(maxBytes) + " at most";
    }
}
