package io.stepprofiler;

import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A capture under way; see {@link Captures#begin}.
 *
 * <p>It has a thread of its own, which sees to it that {@link #trace()} completes whatever happens to the training.
 * All methods may be called on any thread, do not wait for the training, and throw nothing.
 */
public final class StepCapture {
    /** What a capture is doing. */
    public enum State {
        /** Its first step, or the first one of its warm-up, has not come. */
        WAITING,
        /** Steps are recorded that are thrown away. */
        WARMING_UP,
        /** Steps are recorded, or time. */
        RECORDING,
        /** The recording has ended; the trace is being put together. */
        FINISHING,
        /** The trace is there. */
        DONE,
        /** Nothing is delivered, because nobody wants it. */
        CANCELLED,
        /** Nothing is delivered; {@link #trace()} says why. */
        FAILED;

        boolean isOpen() {
            return this == WARMING_UP || this == RECORDING;
        }

        boolean isOver() {
            return this == DONE || this == CANCELLED || this == FAILED;
        }
    }

    /** What profiles and those who mark steps tell a capture. */
    record Hearing(StepCapture capture) implements Guest {
        @Override
        public void stepBegan(@Nullable Host by, long step) {
            capture.stepBegan(by, step);
        }

        @Override
        public void stepEnded(long step) {
            capture.stepEnded(step);
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
    private final GuestRecording recording;
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

    StepCapture(CaptureRequest request, ProfileOptions options) {
        this.request = request;
        exitTimeout = options.delivery().exitTimeout();
        recording = new GuestRecording(options, request.holder());
        plan = CapturePlan.now(request, null);
        firstStep = plan.firstStep();
    }

    /** Does what takes long, on the thread of who asks. */
    void warmUp() {
        recording.warmUp();
    }

    /** Finds room beside a profile; there is always room where none runs. */
    void plan(@Nullable Host running) {
        follow(CapturePlan.now(request, running));
    }

    private void follow(CapturePlan next) {
        plan = next;
        firstStep = next.firstStep();
    }

    // Steps

    /** Its time runs. Before it hears of steps: one that begins a recording of a duration puts the end nearer. */
    void startClock() {
        end = Deadline.in(request.limit());
    }

    /** Begins; the capture has been announced. */
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

    /** Hears that a step begins: of a profile, or of a scope. Never throws. */
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
            // It may be one beside which there is no room at all, which says so.
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

    /** Hears that a step has ended. Never throws. */
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

    /** Ends early: with what there is, or with the reason if there is nothing. */
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

    /** Ends with nothing delivered. */
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

    /** Gives the recorder back to a profile; goes on waiting if it has nothing yet. With the lock held. */
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

    /** Hears that the profile whose steps it counts has ended. */
    private void hostEnded(Host profile) {
        if (plan.host() == profile) {
            endBecause(profile + " has ended");
        }
    }

    // The thread that sees to the end

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
            recording.tell(wanted, reason);
        } finally {
            // Not before: a program that ends waits for what is done with the trace here.
            companion.done();
        }
    }

    // For who asked

    /** {@return what was asked for} */
    public CaptureRequest request() {
        return request;
    }

    /** {@return what it is doing} */
    public State state() {
        return state;
    }

    /** {@return the number of the first recorded step, planned or begun; -1 as long as it is not known} */
    public long firstStep() {
        return firstStep;
    }

    /** {@return how many steps have been recorded to their ends} */
    public long stepsDone() {
        return stepsDone;
    }

    /**
     * {@return the trace, when it is there; else a {@link CaptureException} that says why there is none} What is done with
     * it by the future's own methods is done on the thread of the capture; a process that ends waits for that, up to
     * the {@linkplain DeliveryOptions#exitTimeout exit timeout}.
     */
    public CompletableFuture<Trace> trace() {
        return recording.told();
    }

    /** Ends it now. What has been recorded is delivered, marked partial; if that is nothing, the capture fails. */
    public void end() {
        end("as asked");
    }

    /**
     * Ends it now; see {@link #end()}.
     *
     * @param why for who reads the trace, or hears that there is none
     */
    public void end(String why) {
        endBecause(OneLine.of(why));
    }

    /** Gives it up; nothing is delivered. Does nothing if the trace is there. */
    public void cancel() {
        cancel("was cancelled");
    }

    void cancel(String why) {
        leave(State.CANCELLED, new CaptureException("The capture " + why));
    }

    /** {@return what went wrong beside, such as an activity source that failed} */
    public List<ProfileFailure> failures() {
        return recording.failures().list();
    }

    private String note() {
        String planned = plan.note();
        return planned.isEmpty() || ending.isEmpty() ? planned + ending : planned + "; " + ending;
    }

    /** {@return what it is and does, in one line} */
    public String describe() {
        String progress = new CaptureProgress(state, firstStep, request.steps().orElse(0), stepsDone).toString();
        String remark = note();
        return request + ": " + progress + (remark.isEmpty() ? "" : " (" + remark + ")");
    }

    @Override
    public String toString() {
        return describe();
    }
}
