package io.stepprofiler;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.text.OneLine;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * Request for a single recording, independent of any running profile: of the next steps, of the steps from a given step
 * on, or of a duration; see {@link Captures#begin}. Immutable: each setter returns another request. Setters throw
 * {@link IllegalArgumentException}, naming the parameter, its value and the allowed values.
 */
public final class CaptureRequest {
    private static final int MAX_STEPS = Defaults.MAX_CAPTURE_STEPS;
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final int MAX_HOLDER = 200;

    private final int steps;
    private final Duration duration;
    private final OptionalLong from;
    private final int warmup;
    private final String holder;
    private final boolean yields;
    private final Duration limit;
    private final UnaryOperator<ProfileBuilder> change;

    private CaptureRequest(
            int steps,
            Duration duration,
            OptionalLong from,
            int warmup,
            String holder,
            boolean yields,
            Duration limit,
            UnaryOperator<ProfileBuilder> change) {
        this.steps = steps;
        this.duration = duration;
        this.from = from;
        this.warmup = warmup;
        this.holder = holder;
        this.yields = yields;
        this.limit = limit;
        this.change = change;
    }

    /**
     * {@return a request for the next steps, after one step of warm-up}
     *
     * @param steps number of steps, 1 to {@value Defaults#MAX_CAPTURE_STEPS}
     */
    public static CaptureRequest ofSteps(int steps) {
        check(steps >= 1 && steps <= MAX_STEPS, "steps", steps, "must be 1 to " + MAX_STEPS);
        return new CaptureRequest(
                steps,
                Duration.ZERO,
                OptionalLong.empty(),
                1,
                "",
                false,
                Defaults.CAPTURE_LIMIT,
                UnaryOperator.identity());
    }

    /**
     * {@return a request for a duration from now on, with or without marked steps in it}
     *
     * @param duration more than 0, at most a day
     */
    public static CaptureRequest ofDuration(Duration duration) {
        checkTime("duration", duration);
        return new CaptureRequest(
                0, duration, OptionalLong.empty(), 0, "", false, Defaults.CAPTURE_LIMIT, UnaryOperator.identity());
    }

    /**
     * {@return this request, beginning with the given step of the training} If that step has passed, the capture begins
     * with the next suitable step, and its trace notes that. If the warm-up does not fit in before it, the warm-up is
     * shortened: ranks that are given the same step record the same step.
     *
     * @param step number of the step as the training counts, 0 or more; not for a duration
     */
    public CaptureRequest from(long step) {
        check(step >= 0, "from", step, "must be 0 or more");
        check(steps > 0, "from", step, "cannot be combined with a duration, which begins now");
        return new CaptureRequest(steps, duration, OptionalLong.of(step), warmup, holder, yields, limit, change);
    }

    /**
     * {@return this request with another number of warm-up steps, which are recorded and thrown away; default 1}
     *
     * @param count number of steps, 0 to {@value Defaults#MAX_CAPTURE_STEPS}; 0 for a duration, which has none
     */
    public CaptureRequest warmup(int count) {
        check(count >= 0 && count <= MAX_STEPS, "warmup", count, "must be 0 to " + MAX_STEPS);
        check(steps > 0 || count == 0, "warmup", count, "must be 0 for a duration");
        return new CaptureRequest(steps, duration, from, count, holder, yields, limit, change);
    }

    /**
     * {@return this request with the name of its requester} The name appears in the {@link CaptureBusyException}s of
     * other requests, and in the trace as metadata {@value Captures#METADATA}.
     *
     * @param who the requester, such as {@code stepprof@host}; default empty; truncated to 200 characters
     */
    public CaptureRequest holder(String who) {
        String line = OneLine.of(Objects.requireNonNull(who, "who"));
        String cut = line.length() <= MAX_HOLDER ? line : line.substring(0, MAX_HOLDER);
        return new CaptureRequest(steps, duration, from, warmup, cut, yields, limit, change);
    }

    /**
     * {@return this request, for a capture that yields} It is cancelled when a capture begins that does not yield,
     * which would fail otherwise; default: it does not yield.
     */
    public CaptureRequest yielding() {
        return new CaptureRequest(steps, duration, from, warmup, holder, true, limit, change);
    }

    /**
     * {@return this request with another time limit from its beginning to the end of its recording} At the limit, the
     * recording is delivered, marked partial; if it has not begun, the capture fails. So no caller waits for ever for a
     * training that hangs.
     *
     * @param longest more than 0, at most a day; default an hour. The duration of the request is added to it.
     */
    public CaptureRequest within(Duration longest) {
        checkTime("within", longest);
        return new CaptureRequest(steps, duration, from, warmup, holder, yields, longest, change);
    }

    /**
     * {@return this request with other options than the defaults: shapes, memory, stacks, sources, activities, limits}
     * The change is applied on the thread that begins the capture, after the changes of earlier calls. Sources must not
     * be shared with a profile. Options that decide when to record or where the events go are not allowed: schedule,
     * handlers, history, journal, mirrors, stream, synchronous delivery.
     *
     * @param further changes the builder of the options
     */
    public CaptureRequest configure(UnaryOperator<ProfileBuilder> further) {
        Objects.requireNonNull(further, "further");
        UnaryOperator<ProfileBuilder> first = change;
        return new CaptureRequest(
                steps, duration, from, warmup, holder, yields, limit, builder -> further.apply(first.apply(builder)));
    }

    /** {@return the number of steps to record; empty for a duration} */
    public OptionalInt steps() {
        return steps > 0 ? OptionalInt.of(steps) : OptionalInt.empty();
    }

    /** {@return the duration to record; empty for steps} */
    public Optional<Duration> duration() {
        return steps > 0 ? Optional.empty() : Optional.of(duration);
    }

    /** {@return the step to begin with; empty for the next step} */
    public OptionalLong from() {
        return from;
    }

    /** {@return the number of warm-up steps, which are recorded and thrown away} */
    public int warmup() {
        return warmup;
    }

    /** {@return the name of the requester; may be empty} */
    public String holder() {
        return holder;
    }

    /** {@return whether it yields to captures that do not yield} */
    public boolean isYielding() {
        return yields;
    }

    /** Longest time from the beginning of the capture to the end of its recording. */
    Duration limit() {
        return limit.plus(duration);
    }

    ProfileSettings options() {
        ProfileBuilder changed = change.apply(new ProfileBuilder().name("capture"));
        return Objects.requireNonNull(changed, "configure answered null").optionsOfCapture();
    }

    private static void checkTime(String parameter, Duration value) {
        check(
                !value.isNegative() && !value.isZero() && value.compareTo(LONGEST) <= 0,
                parameter,
                value,
                "must be more than 0 and at most " + LONGEST);
    }

    private static void check(boolean allowed, String parameter, Object value, String what) {
        if (!allowed) {
            throw new IllegalArgumentException(parameter + " = " + value + " is not allowed: " + what);
        }
    }

    /** Describes the request as part of a sentence, such as {@code 5 steps for stepprof@host}. */
    @Override
    public String toString() {
        String what = steps > 0 ? Amount.count(steps, "step") : Amount.time(duration.toNanos());
        String beginning = from.isPresent() ? " from step " + from.getAsLong() : "";
        return what + beginning + (holder.isEmpty() ? "" : " for " + holder);
    }
}
