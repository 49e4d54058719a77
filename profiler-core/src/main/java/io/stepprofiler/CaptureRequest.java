package io.stepprofiler;

import io.stepprofiler.trace.OneLine;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * What is to be recorded once, beside whatever profile runs: the next steps, those from a given one on, or a time; see
 * {@link Captures#begin}. Immutable: each method that changes something answers another request. Setters fail with
 * {@link IllegalArgumentException} naming the parameter, its value and what is allowed.
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
     * {@return a request of the next steps, after one step of warm-up}
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
     * {@return a request of the time from now on, whether steps are marked in it or not}
     *
     * @param duration more than 0, at most a day
     */
    public static CaptureRequest ofDuration(Duration duration) {
        checkTime("duration", duration);
        return new CaptureRequest(
                0, duration, OptionalLong.empty(), 0, "", false, Defaults.CAPTURE_LIMIT, UnaryOperator.identity());
    }

    /**
     * {@return this request, beginning with a step of the training and not earlier} If that step has passed, the
     * capture begins with the next one it can and says so. If the warm-up does not fit in before it, the warm-up is
     * shortened: ranks that are told the same step record the same step.
     *
     * @param step number of the step as the training counts, 0 or more; not for a duration
     */
    public CaptureRequest from(long step) {
        check(step >= 0, "from", step, "must be 0 or more");
        check(steps > 0, "from", step, "goes with no duration, which begins now");
        return new CaptureRequest(steps, duration, OptionalLong.of(step), warmup, holder, yields, limit, change);
    }

    /**
     * {@return this request with so many steps before the first one that are recorded and thrown away; default 1}
     *
     * @param count number of steps, 0 to {@value Defaults#MAX_CAPTURE_STEPS}; 0 for a duration, which has none
     */
    public CaptureRequest warmup(int count) {
        check(count >= 0 && count <= MAX_STEPS, "warmup", count, "must be 0 to " + MAX_STEPS);
        check(steps > 0 || count == 0, "warmup", count, "must be 0 for a duration");
        return new CaptureRequest(steps, duration, from, count, holder, yields, limit, change);
    }

    /**
     * {@return this request, named} Others that find the capture busy are told the name, and the trace has it as its
     * metadata {@value Captures#METADATA}.
     *
     * @param who who asks, such as {@code stepprof@host}; default empty; cut after 200 characters
     */
    public CaptureRequest holder(String who) {
        String line = OneLine.of(Objects.requireNonNull(who, "who"));
        String cut = line.length() <= MAX_HOLDER ? line : line.substring(0, MAX_HOLDER);
        return new CaptureRequest(steps, duration, from, warmup, cut, yields, limit, change);
    }

    /**
     * {@return this request, for a capture that gives way} When one that does not yield begins, this one is cancelled
     * instead of holding it up; default that it does hold it up.
     */
    public CaptureRequest yielding() {
        return new CaptureRequest(steps, duration, from, warmup, holder, true, limit, change);
    }

    /**
     * {@return this request with another limit of the time from its begin to the end of its recording} When that is
     * over, what has been recorded is delivered, marked partial; if that is nothing, the capture fails. So a training
     * that stands still does not keep anybody waiting for ever.
     *
     * @param longest more than 0, at most a day; default an hour. The time of a duration is added to it.
     */
    public CaptureRequest within(Duration longest) {
        checkTime("within", longest);
        return new CaptureRequest(steps, duration, from, warmup, holder, yields, longest, change);
    }

    /**
     * {@return this request, recorded with other options than the defaults} The change is applied when the capture
     * begins, on that thread, after those of earlier calls: shapes, memory, stacks, sources, activities, limits. The
     * sources must be instances of their own, not those of a profile. What says when to record or who gets the trace
     * is not allowed: schedule, handlers, history, journal, stream, synchronous delivery.
     *
     * @param further changes a builder
     */
    public CaptureRequest configure(UnaryOperator<ProfileBuilder> further) {
        Objects.requireNonNull(further, "further");
        UnaryOperator<ProfileBuilder> first = change;
        return new CaptureRequest(
                steps, duration, from, warmup, holder, yields, limit, builder -> further.apply(first.apply(builder)));
    }

    /** {@return how many steps are to be recorded; empty for a duration} */
    public OptionalInt steps() {
        return steps > 0 ? OptionalInt.of(steps) : OptionalInt.empty();
    }

    /** {@return how long is to be recorded; empty for steps} */
    public Optional<Duration> duration() {
        return steps > 0 ? Optional.empty() : Optional.of(duration);
    }

    /** {@return the step to begin with; empty for the next} */
    public OptionalLong from() {
        return from;
    }

    /** {@return how many steps are recorded first and thrown away} */
    public int warmup() {
        return warmup;
    }

    /** {@return who asks; may be empty} */
    public String holder() {
        return holder;
    }

    /** {@return whether it gives way to captures that do not} */
    public boolean isYielding() {
        return yields;
    }

    /** How long it may take until recording ends. */
    Duration limit() {
        return limit.plus(duration);
    }

    ProfileOptions options() {
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

    /** What is asked for, and by whom, as part of a sentence: {@code 5 steps for stepprof@host}. */
    @Override
    public String toString() {
        String what = steps == 1 ? "1 step" : steps > 0 ? steps + " steps" : seconds(duration) + " s";
        String beginning = from.isPresent() ? " from step " + from.getAsLong() : "";
        return what + beginning + (holder.isEmpty() ? "" : " for " + holder);
    }

    private static String seconds(Duration time) {
        String text = Double.toString(time.toMillis() / 1e3);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
