package io.stepprofiler.schedule;

import java.util.OptionalLong;

/**
 * Schedule of {@link Schedule#auto()} in one run: a cold window, a wait for a steady step time, a window, a gap, and
 * another window.
 *
 * <p>It adds up the durations of steps, and reads no clock. {@link #stepEnded} is the only method that changes
 * anything, and is called on one thread at a time; the plan is immutable, so that other threads see actions that agree.
 */
final class AutoSchedule implements Schedule {
    /** First step of the cold window. The first step of a program loads its classes, and the second warms up. */
    static final int COLD_START = 2;

    private static final long SECOND = 1_000_000_000;
    private static final int LEAST_STEPS = 20;
    private static final int LEAST_STEPS_OF_LONG = 3;
    private static final int MOST_STEPS = 500;
    private static final long MOST_BYTES = 20_000_000;

    /** Part of the memory for events that a window may fill. */
    private static final double FULL = 0.9;

    /** The same of the cold window, which is kept while the next one is recorded. */
    private static final double FULL_OF_COLD = 0.45;

    /** Longest duration of a window, unless fewer than {@link #LEAST_STEPS_OF_LONG} steps take it. */
    private static final long LONGEST_WINDOW = 20 * SECOND;

    /** Longest duration of the cold window, which lasts until the program is warm if it can. */
    private static final long LONGEST_COLD = 5 * SECOND;

    /** Longest duration of a window that is continued until it contains a slow step. */
    private static final long LONGEST_CONTINUED = 30 * SECOND;

    private static final long LONGEST_WAIT = 30 * SECOND;
    private static final long SHORTEST_WAIT_OF_MOST_STEPS = 10 * SECOND;
    private static final long CHECK_INTERVAL = SECOND / 2;

    /** Intervals, in a row, in which compilation must have been quiet. */
    private static final int QUIET_INTERVALS = 2;

    /** Share of the time in which code may be compiled: a JIT thread may work on behind a program that is warm. */
    private static final double QUIET_SHARE = 0.25;

    private static final int GAP = 4;
    private static final long SHORTEST_GAP = 2 * SECOND;

    /** Warm-up steps, which the sources' start disturbs, unless steps are so long that one is enough. */
    private static final int WARMUP_STEPS = 5;

    private static final long LONG_STEP = SECOND / 5;

    /** Part of the plan that the run is in. */
    private enum Phase {
        COLD,
        WAIT,
        FIRST,
        GAP,
        SECOND,
        OVER
    }

    private final StepMeasurements run;
    private final RecentStepTimes times = new RecentStepTimes();
    private volatile PlannedWindow plan =
            new PlannedWindow(COLD_START - 1, COLD_START, COLD_START + MOST_STEPS - 1, Warmth.COLD);
    private Phase phase = Phase.COLD;

    /** Duration and number of the steps since the phase began; of its recorded steps, if it is a window. */
    private long phaseNanos;

    private long phaseSteps;

    /** Duration of the steps before the last check. */
    private long checkedAtNanos;

    private long compiledAtCheck;
    private int quietIntervals;
    private boolean isSteady;

    /** Duration and number of the steps before the first warm window; includes the cold window. */
    private long waitedNanos;

    private long waitedSteps;

    /** Least number and duration of the steps between the windows. */
    private long gapSteps;

    private long gapNanos;
    private boolean wantsSlowStep;
    private boolean hasSlowStep;

    AutoSchedule(StepMeasurements run) {
        this.run = run;
    }

    @Override
    public ProfilerAction action(long step) {
        return plan.action(step);
    }

    @Override
    public OptionalLong stepsOfFirstWindow() {
        return Auto.SCHEDULE.stepsOfFirstWindow();
    }

    @Override
    public Warmth warmth() {
        return plan.warmth();
    }

    @Override
    public void stepEnded(long step) {
        switch (phase) {
            case COLD, FIRST, SECOND -> recorded(step);
            case WAIT -> waited(step);
            case GAP -> passed(step);
            case OVER -> {}
        }
    }

    private void recorded(long step) {
        PlannedWindow window = plan;
        if (step < window.first()) {
            return;
        }
        long nanos = phase == Phase.COLD ? count() : run.stepNanos();
        phaseNanos += nanos;
        phaseSteps++;
        hasSlowStep |= phase != Phase.COLD && times.isSlow(nanos);
        if (step == window.last()) {
            ended();
        } else if (isEnough(nanos)) {
            plan = window.endingWith(step + 1);
        } else if (step == window.last() - 1 && isContinued(nanos)) {
            plan = window.endingWith(step + 2);
        }
    }

    /** True if the next step should be the last: the window is at a limit, or will be. */
    private boolean isEnough(long nanos) {
        if (phase == Phase.COLD && isSteady) {
            return true;
        }
        long longest = phase == Phase.COLD ? LONGEST_COLD : wantsSlowStep ? LONGEST_CONTINUED : LONGEST_WINDOW;
        boolean isLong = phaseSteps + 1 >= LEAST_STEPS_OF_LONG && phaseNanos + nanos >= longest;
        return isLong || run.windowBytes() >= MOST_BYTES || hasNoRoom();
    }

    // W12: a window of our own length loses no events for lack of room.
    /** True if there is no room for the next step and another one, each as large as the mean so far. */
    private boolean hasNoRoom() {
        double fill = run.windowFill();
        return fill + 2 * fill / phaseSteps >= (phase == Phase.COLD ? FULL_OF_COLD : FULL);
    }

    /** True if the next step should not be the last: steps are faster than planned, or a slow one is awaited. */
    private boolean isContinued(long nanos) {
        boolean isShort = phase != Phase.COLD && phaseNanos + nanos < SECOND;
        boolean awaitsSlowStep = phase == Phase.SECOND && wantsSlowStep && !hasSlowStep;
        return (isShort || awaitsSlowStep) && phaseSteps + 1 < MOST_STEPS && run.isFree();
    }

    private void ended() {
        switch (phase) {
            case COLD -> begin(Phase.WAIT);
            case FIRST -> {
                gapSteps = GAP * phaseSteps;
                gapNanos = Math.max(SHORTEST_GAP, GAP * phaseNanos);
                begin(Phase.GAP);
            }
            default -> begin(Phase.OVER);
        }
    }

    private void begin(Phase next) {
        phase = next;
        phaseNanos = 0;
        phaseSteps = 0;
    }

    private void waited(long step) {
        count();
        if ((isSteady || isOverdue()) && run.isFree()) {
            open(Phase.FIRST, step, isSteady ? Warmth.WARM : Warmth.NOT_STEADY);
        }
    }

    private boolean isOverdue() {
        long longest = waitedSteps >= MOST_STEPS ? SHORTEST_WAIT_OF_MOST_STEPS : LONGEST_WAIT;
        return waitedSteps >= LEAST_STEPS_OF_LONG && waitedNanos >= longest;
    }

    /** Counts a step before the first window; returns its duration. */
    private long count() {
        long nanos = run.stepNanos();
        waitedNanos += nanos;
        waitedSteps++;
        times.add(nanos);
        long interval = waitedNanos - checkedAtNanos;
        if (interval >= CHECK_INTERVAL) {
            check(interval);
        }
        return nanos;
    }

    private void check(long interval) {
        long compiled = run.compileNanos();
        boolean isQuiet = compiled - compiledAtCheck <= QUIET_SHARE * interval;
        checkedAtNanos = waitedNanos;
        compiledAtCheck = compiled;
        quietIntervals = isQuiet ? quietIntervals + 1 : 0;
        isSteady = quietIntervals >= QUIET_INTERVALS && times.isSteady();
    }

    private void passed(long step) {
        long nanos = run.stepNanos();
        phaseNanos += nanos;
        phaseSteps++;
        times.add(nanos);
        wantsSlowStep |= times.isSlow(nanos);
        if (phaseSteps >= gapSteps && phaseNanos >= gapNanos && run.isFree()) {
            wantsSlowStep &= !hasSlowStep;
            open(Phase.SECOND, step, times.isSteady() ? Warmth.WARM : plan.warmth());
        }
    }

    /** Plans a window whose warm-up begins after this step. */
    private void open(Phase next, long step, Warmth warmth) {
        long stepNanos = Math.max(1, times.medianNanos());
        long first = step + 1 + (stepNanos < LONG_STEP ? WARMUP_STEPS : 1);
        long wanted = Math.max(LEAST_STEPS, (SECOND + stepNanos - 1) / stepNanos);
        long allowed = Math.max(LEAST_STEPS_OF_LONG, Math.min(MOST_STEPS, LONGEST_WINDOW / stepNanos));
        begin(next);
        plan = new PlannedWindow(step + 1, first, first + Math.min(wanted, allowed) - 1, warmth);
    }

    /** The description of the schedule is the same in each run. */
    @Override
    public String toString() {
        return Auto.SCHEDULE.toString();
    }
}
