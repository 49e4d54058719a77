package io.stepprofiler.schedule;

import java.util.OptionalLong;

/**
 * Pure function from the number of a step to the action of the profiler in that step.
 *
 * <p>Steps count from 0. A schedule is called once per step, on the thread that calls {@code step()}, and for future
 * steps, on any thread, to find the next window. Its result must depend on the step number alone, and must not be null;
 * it should be fast. Most users want {@link #auto()} or {@link #builder()}; a lambda works, too:
 *
 * <pre>{@code Schedule everyHundredth = step -> step % 100 == 99 ? RECORD_AND_SAVE : NONE;}</pre>
 *
 * <p>An adaptive schedule, such as {@link #auto()}, also depends on the measured steps. Each run has its own instance
 * of it, made by {@link #forRun}, which plans in {@link #stepEnded}; between two such calls its actions do not change.
 */
@FunctionalInterface
public interface Schedule {
    /**
     * {@return the action of step {@code step}, never null}
     *
     * @param step the number of the step, 0 or more
     */
    ProfilerAction action(long step);

    /**
     * {@return the number of steps until the end of the first window; empty if it is not known, which is the default}
     */
    default OptionalLong stepsOfFirstWindow() {
        return OptionalLong.empty();
    }

    /**
     * {@return the schedule to be used by one run} A schedule that depends on the measurements returns an instance of
     * its own for each run; the default returns this schedule.
     *
     * @param run measurements of the run
     */
    default Schedule forRun(StepMeasurements run) {
        return this;
    }

    /**
     * Called when a step has ended, before the action of the next one is queried, on the thread that calls {@code
     * step()}. The default does nothing.
     *
     * @param step number of the step that has ended
     */
    default void stepEnded(long step) {}

    /** {@return the state of the program in the window that began last; {@link Warmth#WARM} by default} */
    default Warmth warmth() {
        return Warmth.WARM;
    }

    /**
     * {@return a schedule that records two windows once the step time is steady, each of 20 steps and a second or more}
     *
     * <p>A window from the start, until the program is warm or for at most 500 steps, 20 MB or 5 seconds, is kept back, and
     * delivered only if the program ends before another one. The first other window begins when the step time no longer falls and compilation is quiet, after 30 seconds at the latest, or
     * after 500 steps if these take ten seconds or more. It has as many steps as take a second: at least 20, but no
     * more than take 20 seconds, though always three; at most 500 steps or 20 MB. The second begins after four times
     * the length of the first, two seconds or more. If there were slow steps (of more than three medians) between the
     * windows, it lasts until it contains one, for at most 500 steps, 20 MB or 30 seconds. No window begins while a
     * capture is open or promised, while earlier windows are being delivered, while an activity source starts, or in a
     * pause; each ends before its events would find no room. Lasts for one run; costs about a microsecond a step until
     * the second window has ended.
     */
    static Schedule auto() {
        return Auto.SCHEDULE;
    }

    /** {@return a schedule that records every step and never ends a window by itself} */
    static Schedule always() {
        return Always.SCHEDULE;
    }

    /** {@return a schedule that records nothing, for a profile that only counts steps, such as for captures} */
    static Schedule never() {
        return Never.SCHEDULE;
    }

    /** {@return a builder of cyclic schedules: wait, warm up, record, again} */
    static Builder builder() {
        return new Builder(Builder.ZERO_WARMUP);
    }

    /**
     * Builds a cyclic schedule: first {@code skipFirst} idle steps, then cycles of {@code wait} idle steps, {@code
     * warmup} warm-up steps and {@code active} recorded steps, {@code repeat} times or for ever.
     *
     * <p>Each setter fails with {@link IllegalArgumentException} naming the parameter, its value and the allowed range.
     * The arithmetic is the same as in {@code torch.profiler.schedule}, in integers, correct for every {@code long}
     * step.
     */
    final class Builder {
        private static final WarnOnce ZERO_WARMUP = new WarnOnce(
                message -> System.getLogger(Schedule.class.getName()).log(System.Logger.Level.WARNING, message));

        private final WarnOnce zeroWarmup;
        private int wait;
        private int warmup;
        private int active;
        private int repeat;
        private int skipFirst;
        private boolean skipFirstWait;

        Builder(WarnOnce zeroWarmup) {
            this.zeroWarmup = zeroWarmup;
        }

        /**
         * Sets the number of idle steps at the start of each cycle; default 0.
         *
         * @param steps number of steps, 0 or more
         * @return this builder
         */
        public Builder wait(int steps) {
            wait = inRange("wait", steps, 0);
            return this;
        }

        /**
         * Sets the number of warm-up steps of each cycle, which are recorded and thrown away; default 0. With 0 the
         * first recorded step pays for the start-up of the profiler, so {@link #build()} warns, once in a process.
         *
         * @param steps number of steps, 0 or more
         * @return this builder
         */
        public Builder warmup(int steps) {
            warmup = inRange("warmup", steps, 0);
            return this;
        }

        /**
         * Sets the number of recorded steps of each cycle, at least 1; must be set.
         *
         * @param steps number of steps, 1 or more
         * @return this builder
         */
        public Builder active(int steps) {
            active = inRange("active", steps, 1);
            return this;
        }

        /**
         * Sets the number of cycles; default 0, which means for ever.
         *
         * @param cycles number of cycles, 0 or more
         * @return this builder
         */
        public Builder repeat(int cycles) {
            repeat = inRange("repeat", cycles, 0);
            return this;
        }

        /**
         * Sets the number of idle steps before the first cycle; default 0.
         *
         * @param steps number of steps, 0 or more
         * @return this builder
         */
        public Builder skipFirst(int steps) {
            skipFirst = inRange("skipFirst", steps, 0);
            return this;
        }

        /**
         * Sets whether the first cycle omits its {@code wait} steps; default false.
         *
         * @param skip true to leave those steps out
         * @return this builder
         */
        public Builder skipFirstWait(boolean skip) {
            skipFirstWait = skip;
            return this;
        }

        /**
         * {@return the schedule}
         *
         * @throws IllegalArgumentException if {@code active} was not set
         */
        public Schedule build() {
            inRange("active", active, 1);
            if (warmup == 0) {
                zeroWarmup.warn("Schedule with warmup = 0: the first recorded step of each window includes the start-up"
                        + " cost of the profiler; allow at least one warm-up step");
            }
            return new CyclicSchedule(wait, warmup, active, repeat, skipFirst, skipFirstWait);
        }

        private static int inRange(String parameter, int value, int least) {
            if (value < least) {
                throw new IllegalArgumentException(
                        parameter + " = " + value + " is not allowed: must be " + least + " to " + Integer.MAX_VALUE);
            }
            return value;
        }
    }
}
