package io.stepprofiler.schedule.transition;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State machine that counts steps and runs the operations that the {@link TransitionTable} names between them.
 *
 * <p>{@link #step()} closes the mark of the current step, notifies the schedule of its end, asks it for the next one,
 * advances, runs the operations and opens the next mark, if that step is recorded. The state is advanced before the
 * first operation runs, every operation runs whatever the earlier ones did, and only then is the first failure thrown,
 * with the later ones suppressed in it: the machine stays usable. A schedule that throws or returns null in {@code
 * step()} counts as {@link ProfilerAction#NONE} for that step, and its failure is thrown in the same way.
 *
 * <p>When a {@linkplain TraceLifecycle#hasDeviceStopped() device has stopped}, the window ends with that step, and the
 * action is {@link ProfilerAction#DEVICE_STOPPED} until the schedule returns NONE or begins another cycle.
 *
 * <p>A cycle that begins while the machine is {@linkplain #pause paused} is left out completely: its steps count as
 * NONE, even after the pause. A cycle that has begun before continues to its end.
 *
 * <p>Step numbers continue over {@link #stop()} and {@link #start()}. Callers must not call {@code start}, {@code step}
 * and {@code stop} concurrently; the accessors may be called on any thread. An idle step costs one call of the schedule
 * and allocates nothing.
 */
public final class StepStateMachine {
    private final @Nullable Schedule schedule;
    private final TraceLifecycle lifecycle;

    private volatile boolean running;
    private volatile long step;
    private volatile ProfilerAction action = ProfilerAction.NONE;
    private volatile boolean paused;
    private ProfilerAction scheduled = ProfilerAction.NONE;
    private boolean leavesOut;
    private boolean markOpen;
    private @Nullable Throwable failure;

    private StepStateMachine(@Nullable Schedule schedule, TraceLifecycle lifecycle) {
        this.schedule = schedule;
        this.lifecycle = Objects.requireNonNull(lifecycle, "lifecycle");
    }

    /**
     * {@return a machine at step 0, not running, that follows a schedule and marks the recorded steps}
     *
     * @param schedule decides the action of each step
     * @param lifecycle runs the operations
     */
    public static StepStateMachine scheduled(Schedule schedule, TraceLifecycle lifecycle) {
        return new StepStateMachine(Objects.requireNonNull(schedule, "schedule"), lifecycle);
    }

    /**
     * {@return a machine at step 0, not running, that records everything from start to stop, without step marks}
     *
     * @param lifecycle runs the operations
     */
    public static StepStateMachine unscheduled(TraceLifecycle lifecycle) {
        return new StepStateMachine(null, lifecycle);
    }

    /**
     * Enters the current step.
     *
     * @throws IllegalStateException if the machine is running
     * @throws RuntimeException if the schedule throws it, and the machine is then not running; or if an operation
     *     throws it, and the machine is then running
     */
    public void start() {
        if (running) {
            throw new IllegalStateException("start() while running, at step " + step + "; stop() first");
        }
        ProfilerAction first = ask(step);
        leavesOut = first != ProfilerAction.NONE && paused;
        scheduled = first;
        running = true;
        enter(ProfilerAction.NONE, leavesOut ? ProfilerAction.NONE : first);
    }

    /**
     * Ends the current step and enters the next.
     *
     * @throws IllegalStateException if the machine is not running
     * @throws RuntimeException if the schedule or an operation throws it; the step has been made nevertheless
     */
    public void step() {
        if (!running) {
            throw new IllegalStateException("step() while not running; start() first");
        }
        closeMark();
        leave();
        long next = step + 1;
        ProfilerAction from = action;
        ProfilerAction to = ProfilerAction.NONE;
        try {
            if (schedule != null) {
                schedule.stepEnded(step);
            }
            to = ask(next);
        } catch (RuntimeException | Error e) {
            keep(e);
        }
        boolean newCycle = to == ProfilerAction.NONE || scheduled == ProfilerAction.RECORD_AND_SAVE;
        if (newCycle || scheduled == ProfilerAction.NONE) {
            leavesOut = to != ProfilerAction.NONE && paused;
        }
        scheduled = to;
        if (leavesOut) {
            to = ProfilerAction.NONE;
        } else if (!newCycle && isDeviceStopped(from)) {
            to = ProfilerAction.DEVICE_STOPPED;
        }
        step = next;
        enter(from, to);
    }

    /**
     * Leaves the current step and ends an open window; does nothing if not running. The mark of the current step is not
     * closed: see {@link TraceLifecycle#stop()}.
     *
     * @throws RuntimeException if an operation throws it; the machine has stopped nevertheless
     */
    public void stop() {
        if (!running) {
            return;
        }
        ProfilerAction from = action;
        running = false;
        action = ProfilerAction.NONE;
        markOpen = false;
        boolean cutShort = schedule != null && schedule != Schedule.always() && from.isRecording();
        run(TransitionTable.onExit(from), cutShort);
        throwFailure();
    }

    /**
     * Begins or ends a pause, during which no cycle of the schedule begins; on any thread. Has no effect without a
     * schedule.
     *
     * @param pauses whether cycles are to be left out
     */
    public void pause(boolean pauses) {
        paused = pauses;
    }

    /** {@return whether a pause has begun and not ended} */
    public boolean isPaused() {
        return paused;
    }

    /** {@return whether {@link #start()} has been called and {@link #stop()} has not} */
    public boolean isRunning() {
        return running;
    }

    /** {@return the number of the current step} */
    public long stepNumber() {
        return step;
    }

    /** {@return the action of the current step; {@link ProfilerAction#NONE} when not running} */
    public ProfilerAction currentAction() {
        return action;
    }

    private ProfilerAction ask(long number) {
        if (schedule == null) {
            return ProfilerAction.RECORD;
        }
        @Nullable ProfilerAction answer = schedule.action(number);
        if (answer == null) {
            throw new NullPointerException("schedule answered null for step " + number);
        }
        if (answer == ProfilerAction.DEVICE_STOPPED) {
            throw new IllegalArgumentException("schedule answered " + answer + " for step " + number
                    + ", which is not allowed: only a device may stop by itself");
        }
        return answer;
    }

    private boolean isDeviceStopped(ProfilerAction from) {
        if (from == ProfilerAction.DEVICE_STOPPED) {
            return true;
        }
        try {
            return from != ProfilerAction.NONE && lifecycle.hasDeviceStopped();
        } catch (RuntimeException | Error e) {
            keep(e);
            return false;
        }
    }

    private void enter(ProfilerAction from, ProfilerAction to) {
        if (from != to) {
            action = to;
        }
        run(TransitionTable.between(from, to), to == ProfilerAction.DEVICE_STOPPED);
        openMark(to);
        throwFailure();
    }

    private void run(Transition transition, boolean partial) {
        if (transition.warning().isPresent()) {
            warn(transition.warning().get());
        }
        // By index: an iterator would be an allocation in every step.
        for (int i = 0; i < transition.operations().size(); i++) {
            try {
                run(transition.operations().get(i), partial);
            } catch (RuntimeException | Error e) {
                keep(e);
            }
        }
    }

    private void run(Operation operation, boolean partial) {
        switch (operation) {
            case PREPARE -> lifecycle.prepare();
            case START -> lifecycle.start();
            case STOP -> lifecycle.stop();
            case PUBLISH -> lifecycle.publish(partial);
        }
    }

    private void warn(String message) {
        try {
            lifecycle.warn(message);
        } catch (RuntimeException | Error e) {
            keep(e);
        }
    }

    private void openMark(ProfilerAction to) {
        if (schedule == null || !to.isRecording()) {
            return;
        }
        markOpen = true;
        try {
            lifecycle.stepBegan(step);
        } catch (RuntimeException | Error e) {
            keep(e);
        }
    }

    private void leave() {
        try {
            lifecycle.stepLeft(step);
        } catch (RuntimeException | Error e) {
            keep(e);
        }
    }

    private void closeMark() {
        if (!markOpen) {
            return;
        }
        markOpen = false;
        try {
            lifecycle.stepEnded(step);
        } catch (RuntimeException | Error e) {
            keep(e);
        }
    }

    private void keep(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        } else if (failure != thrown) {
            failure.addSuppressed(thrown);
        }
    }

    private void throwFailure() {
        Throwable thrown = failure;
        failure = null;
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
    }
}
