package io.stepprofiler.agent.woven;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;

/**
 * Calls of one site: left alone, tried, which counts and times the calls in steps, or recorded as scopes.
 *
 * <p>There is no handler for exceptions around a call. A scope that a call has left open ends when the next call of its
 * level begins, or with the step.
 */
public final class Phase {
    /** Calls in one step from which on they are not tried further: {@value}. */
    public static final int MAX_CALLS = 1000;

    /** Token of a tried call. No scope has it, because the upper half of its token counts windows. */
    private static final long TRIAL = Long.MIN_VALUE;

    private static final int LEVELS = 2;

    /** Tokens of the scopes that a thread has open, by level. */
    private static final ThreadLocal<long[]> OPEN = ThreadLocal.withInitial(() -> new long[LEVELS]);

    private enum State {
        OFF,
        TRIED,
        RECORDED
    }

    private final PhaseSite site;
    private final Label label;
    private final int level;

    /** Read without synchronization: a thread may see a change late, which only delays it. */
    private State state;

    // Written by the stepping thread.
    private int depth;
    private int callsOfStep;
    private boolean frequent;
    private long startNanos;
    private long calls;
    private long nanos;

    Phase(PhaseSite site) {
        this.site = site;
        label = Label.of(site.name());
        level = site.isInStepMethod() ? 0 : 1;
        state = State.TRIED;
    }

    /** {@return the site} */
    public PhaseSite site() {
        return site;
    }

    /** Counts and times calls from now on, unless they are too frequent. */
    public void tryOut() {
        state = frequent ? State.OFF : State.TRIED;
    }

    /** Records calls as scopes from now on. */
    public void record() {
        state = State.RECORDED;
    }

    /** Leaves calls alone from now on. */
    public void leave() {
        state = State.OFF;
    }

    boolean isOff() {
        return state == State.OFF;
    }

    /** Returns a token for {@link #exit}; 0 if that has nothing to do. */
    long enter() {
        if (state == State.TRIED) {
            return WovenPhases.isStepping() ? enterTrial() : 0;
        }
        if (!Scope.isRecording()) {
            return 0;
        }
        long[] open = OPEN.get();
        end(open, level);
        open[level] = Scope.begin(label);
        return open[level];
    }

    void exit(long token) {
        if (token == TRIAL) {
            exitTrial();
            return;
        }
        long[] open = OPEN.get();
        if (open[level] == token) {
            end(open, level);
        }
    }

    private long enterTrial() {
        if (++callsOfStep > MAX_CALLS) {
            frequent = true;
            state = State.OFF;
        }
        if (depth++ == 0) {
            startNanos = System.nanoTime();
        }
        return TRIAL;
    }

    private void exitTrial() {
        if (--depth == 0) {
            nanos += System.nanoTime() - startNanos;
        }
    }

    /** Begins a step: calls that an exception has left are forgotten. */
    void stepBegan() {
        depth = 0;
        callsOfStep = 0;
    }

    void stepEnded() {
        calls += callsOfStep;
    }

    void forgetMeasurements() {
        calls = 0;
        nanos = 0;
    }

    /** Weighs the steps so far half as much as the following ones. */
    void age() {
        calls /= 2;
        nanos /= 2;
    }

    PhaseTrial.Site measured() {
        return new PhaseTrial.Site(site, calls, nanos, frequent);
    }

    /** Ends the scopes that calls have left open on this thread. */
    static void endAll() {
        end(OPEN.get(), 0);
    }

    private static void end(long[] open, int from) {
        for (int each = LEVELS - 1; each >= from; each--) {
            Scope.end(open[each]);
            open[each] = 0;
        }
    }
}
