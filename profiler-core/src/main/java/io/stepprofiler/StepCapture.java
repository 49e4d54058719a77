package io.stepprofiler;

import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Capture under way; see {@link Captures#begin}.
 *
 * <p>It has a separate thread, which completes {@link #trace()} whatever happens to the training. All methods may be
 * called on any thread, do not wait for the training, and throw nothing.
 */
public final class StepCapture {
    /** State of a capture. */
    public enum State {
        /** It waits for its first step, or the first step of its warm-up. */
        WAITING,
        /** Steps of the warm-up are recorded and thrown away. */
        WARMING_UP,
        /** Its steps, or its duration, are recorded. */
        RECORDING,
        /** The recording has ended; the trace is being assembled. */
        FINISHING,
        /** The trace is available. */
        DONE,
        /** Nothing is delivered, because the capture was cancelled. */
        CANCELLED,
        /** Nothing is delivered; the exception of {@link #trace()} gives the reason. */
        FAILED;

        boolean isOpen() {
            return this == WARMING_UP || this == RECORDING;
        }

        boolean isOver() {
            return this == DONE || this == CANCELLED || this == FAILED;
        }
    }

    /** Receiver of the notifications of profiles and steps for a capture. */
    record Hearing(StepCapture capture) implements Guest {
        @Override
        public boolean yields() {
            return capture.request().isYielding();
        }

        @Override
        public void stepBegan(@Nullable Host by, long step) {
            capture.stepBegan(by, step);
        }

        @Override
        public void stepEnded(long step) {
            capture.stepEnded(step);
        }

        @Override
        public boolean isRecording() {
            return capture.state == State.RECORDING;
        }

        @Override
        public void makeWay(String why) {
            capture.makeWay(why);
        }

        @Override
        public void hostEnded(Host host) {
            capture.hostEnded(host);
        }
    }

    final Guest guest = new Hearing(this);

    private final CaptureRequest request;
    private final Duration exitTimeout;
    private final CaptureRecording recording;
    private final Condition changed = ProcessState.lock().newCondition();
    private final CaptureCompanion companion = new CaptureCompanion(this::accompany);

    // Changed with the lock held.
    private volatile State state = State.WAITING;
    private volatile long firstStep;
    private volatile long stepsDone;
    private volatile CapturePlan plan;
    private volatile String ending = "";
    private int warmedUp;
    private boolean inStep;
    private Deadline end = Deadline.NEVER;

    StepCapture(CaptureRequest request, ProfileSettings options) {
        this.request = request;
        exitTimeout = options.output().delivery().exitTimeout;
        recording = new CaptureRecording(options, request.holder());
        plan = CapturePlan.now(request, null);
        firstStep = plan.firstStep();
    }

    /** Does the slow preparation, on the calling thread. */
    void warmUp() {
        recording.warmUp();
    }

    /** Plans the capture for the running profile; without a profile there is always room. */
    void plan(@Nullable Host running) {
        follow(CapturePlan.now(request, running));
    }

    private void follow(CapturePlan next) {
        plan = next;
        firstStep = next.firstStep();
    }

    // Steps

    /**
     * Starts the time limit. Called before steps are reported, since a step that begins the recording of a duration
     * brings the limit forward.
     */
    void startClock() {
        end = Deadline.in(request.limit());
    }

    /** Begins the capture, which has been registered. */
    void begin() {
        try {
            Host running = plan.host();
            if (running != null) {
                recording.takeMetadataOf(running);
            }
            companion.start(exitTimeout, () -> endBecause("the process ends"));
        } catch (RuntimeException | Error e) {
            CaptureException failed = new CaptureException("The capture could not begin: " + e, e);
            complete(null, failed);
            throw failed;
        }
    }

    /** Handles the beginning of a step: of the profile {@code by}, or of a scope if null. Never throws. */
    private void stepBegan(@Nullable Host by, long step) {
        ProcessState.lock().lock();
        try {
            enter(by, step);
        } catch (Throwable e) {
            fail(e);
        } finally {
            ProcessState.lock().unlock();
        }
    }

    private void enter(@Nullable Host by, long step) {
        if (state == State.WAITING && isDue(by, step)) {
            prepare();
        }
        if (state == State.WARMING_UP) {
            if (plan.records(step) || warmedUp >= request.warmup()) {
                record();
            } else {
                warmedUp++;
            }
        }
        if (state == State.RECORDING) {
            if (stepsDone == 0 && !inStep) {
                firstStep = step;
            }
            inStep = true;
            recording.stepBegan(step);
        }
    }

    private boolean isDue(@Nullable Host by, long step) {
        if (ProcessState.isProfilesTurn()) {
            // Throws if the running profile leaves no idle steps at all.
            Host running = ProcessState.host();
            if (running != null) {
                running.scheduleForGuests();
            }
            return false;
        }
        if (by != plan.host() || plan.isMissed(step)) {
            follow(CapturePlan.of(request, by, step));
        }
        return plan.begins(step, request.warmup());
    }

    private void prepare() {
        state = State.WARMING_UP;
        recording.prepare(plan.host() != null);
    }

    private void record() {
        state = State.RECORDING;
        recording.start();
        if (request.duration().isPresent()) {
            end = Deadline.in(request.duration().get());
            changed.signalAll();
        }
    }

    /** Handles the end of a step. Never throws. */
    private void stepEnded(long step) {
        ProcessState.lock().lock();
        try {
            if (state == State.RECORDING && inStep) {
                inStep = false;
                recording.stepEnded(step);
                long done = stepsDone + 1;
                stepsDone = done;
                if (done == request.steps().orElse(-1)) {
                    finish(false);
                }
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            ProcessState.lock().unlock();
        }
    }

    // Ends

    private void finish(boolean partial) {
        String remark = note();
        state = State.FINISHING;
        ProcessSteps.listener(null);
        changed.signalAll();
        recording.finish(partial, remark);
    }

    /** Ends early: delivers the recording, or fails with the reason if it has not begun. */
    private void endBecause(String why) {
        ProcessState.lock().lock();
        try {
            if (state == State.RECORDING) {
                ending = "ended early: " + why;
                finish(true);
            } else if (state == State.WAITING || state == State.WARMING_UP) {
                leave(State.FAILED, new CaptureException("The capture ended before its first step: " + why));
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            ProcessState.lock().unlock();
        }
    }

    /** Ends the capture, which delivers nothing. */
    private void leave(State last, Throwable reason) {
        ProcessState.lock().lock();
        try {
            if (state.isOver()) {
                return;
            }
            boolean wasOpen = state.isOpen();
            state = last;
            recording.renounce(reason);
            changed.signalAll();
            if (wasOpen) {
                recording.discard();
            }
        } catch (Throwable e) {
            recording.failures().add(ProfileFailure.Kind.RECORDING_FAILED, "Ending a capture met a failure", e);
        } finally {
            ProcessState.leave(guest);
            ProcessState.lock().unlock();
        }
    }

    private void fail(@Nullable Throwable thrown) {
        leave(State.FAILED, CaptureException.of(thrown));
    }

    /**
     * Gives the recorder back to a profile; waits again if only its warm-up was recorded. Called with the lock held.
     */
    private void makeWay(String why) {
        if (state == State.WARMING_UP) {
            state = State.WAITING;
            warmedUp = 0;
            recording.stop();
            follow(CapturePlan.now(request, null));
        } else if (state == State.RECORDING) {
            endBecause(why);
        }
    }

    /** Ends the capture if the profile whose steps it counts has ended. */
    private void hostEnded(Host profile) {
        if (plan.host() == profile) {
            endBecause(profile + " has ended");
        }
    }

    // Companion thread

    private void accompany() {
        Throwable reason = null;
        Trace delivered = null;
        try {
            beginTime();
            awaitEndOfRecording();
            delivered = recording.await();
        } catch (Throwable e) {
            reason = e;
        }
        complete(delivered, reason);
    }

    /** Begins a capture of a duration now, if there is room now. */
    private void beginTime() {
        if (request.duration().isEmpty()) {
            return;
        }
        ProcessState.lock().lock();
        try {
            Host running = ProcessState.host();
            if (running != plan.host()) {
                plan(running);
            }
            boolean isNow = running == null || running.stepNumber() >= plan.prepareAt();
            if (state == State.WAITING && isNow && !ProcessState.isProfilesTurn()) {
                firstStep = CapturePlan.UNKNOWN;
                prepare();
                record();
            }
        } finally {
            ProcessState.lock().unlock();
        }
    }

    private void awaitEndOfRecording() throws InterruptedException {
        ProcessState.lock().lock();
        try {
            while ((state == State.WAITING || state.isOpen()) && !end.isOver()) {
                changed.awaitNanos(end.left().toNanos());
            }
            if (state == State.RECORDING && request.duration().isPresent()) {
                finish(false);
            } else {
                endBecause("it was not done within " + request.limit());
            }
        } finally {
            ProcessState.lock().unlock();
        }
    }

    private void complete(@Nullable Trace delivered, @Nullable Throwable reason) {
        ProcessState.lock().lock();
        try {
            if (delivered != null && state == State.FINISHING) {
                state = State.DONE;
            }
        } finally {
            ProcessState.lock().unlock();
        }
        Trace wanted = state == State.DONE ? delivered : null;
        if (wanted == null) {
            fail(reason);
        }
        ProcessState.leave(guest);
        try {
            recording.report(wanted, reason);
        } finally {
            // Only now: an exiting process waits for the callbacks that run here.
            companion.done();
        }
    }

    // For the requester

    /** {@return the request} */
    public CaptureRequest request() {
        return request;
    }

    /** {@return the current state} */
    public State state() {
        return state;
    }

    /** {@return the number of the first recorded step, planned or begun; -1 if it is not known yet} */
    public long firstStep() {
        return firstStep;
    }

    /** {@return the number of steps recorded to their ends} */
    public long stepsDone() {
        return stepsDone;
    }

    /**
     * {@return a future of the trace, which fails with a {@link CaptureException} if there is none} Its callbacks run
     * on the thread of the capture; an exiting process waits for them, up to the {@linkplain
     * DeliveryOptions#withExitTimeout exit timeout}.
     */
    public CompletableFuture<Trace> trace() {
        return recording.result();
    }

    /**
     * Ends the capture now. Its recording is delivered, marked partial; if it has not begun, the capture fails.
     *
     * @param why the reason, for the metadata of the trace, or for the exception if there is none
     */
    public void end(String why) {
        endBecause(OneLine.of(why));
    }

    /** Cancels the capture; nothing is delivered. Does nothing if the trace is available. */
    public void cancel() {
        cancel("was cancelled");
    }

    void cancel(String why) {
        leave(State.CANCELLED, new CaptureException("The capture " + why));
    }

    /** {@return failures that did not end the capture, such as a failed activity source} */
    public List<ProfileFailure> failures() {
        return recording.failures().list();
    }

    private String note() {
        String planned = plan.note();
        return planned.isEmpty() || ending.isEmpty() ? planned + ending : planned + "; " + ending;
    }

    /** {@return the request and its progress, in one line} */
    @Override
    public String toString() {
        String progress = new CaptureProgress(state, firstStep, request.steps().orElse(0), stepsDone).toString();
        String remark = note();
        return request + ": " + progress + (remark.isEmpty() ? "" : " (" + remark + ")");
    }
}
