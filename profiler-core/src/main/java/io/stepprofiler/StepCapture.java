package io.stepprofiler;

import io.stepprofiler.delivery.BackgroundDelivery;
import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
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

    /** What putting a trace together may take beyond its own deadline. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration RETRY = Duration.ofMillis(10);

    private final CaptureRequest request;
    private final ProfileOptions options;
    private final Failures failures = new Failures(System.getLogger(StepCapture.class.getName()));
    private final Metadata metadata = new Metadata();
    private final BackgroundDelivery delivery;
    private final Recording recording;
    private final CompletableFuture<Trace> assembled = new CompletableFuture<>();
    private final CompletableFuture<Trace> trace = new CompletableFuture<>();
    private final Condition changed = Captures.lock().newCondition();
    private final Thread companion = new Thread(this::accompany, "step-profiler-capture");
    private ExitHook exit = ExitHook.NONE;

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
        this.options = options;
        WorkLog work = new WorkLog();
        delivery = new BackgroundDelivery(
                List.of(),
                new Assembly(),
                work,
                options.postProcessingTimeout(),
                options.handlerTimeout(),
                options.maxPendingBytes());
        plan = CapturePlan.now(request, null);
        firstStep = plan.firstStep();
        recording = Recording.ofGuest(options, delivery, work, metadata, failures);
        metadata.preset(
                Captures.METADATA, new MetadataValue(request.holder().isEmpty() ? "unnamed" : request.holder(), false));
    }

    /** Hears what becomes of the window. */
    private final class Assembly implements DeliveryListener {
        @Override
        public void assembled(Trace put) {
            assembled.complete(put);
        }

        @Override
        public void assemblyFailed(Throwable cause) {
            assembled.completeExceptionally(cause);
        }

        @Override
        public void handlerFailed(TraceHandler handler, Trace put, Throwable cause) {
            // There are no handlers.
        }

        @Override
        public void handlerTimedOut(TraceHandler handler, Trace put, Duration timeout) {
            // There are no handlers.
        }
    }

    /** Finds room beside a profile; there is always room where none runs. */
    void plan(@Nullable Profile running) {
        follow(CapturePlan.now(request, running));
    }

    private void follow(CapturePlan next) {
        plan = next;
        firstStep = next.firstStep();
    }

    // Steps

    /** Begins; the capture has been announced. */
    void begin() {
        end = Deadline.in(request.limit());
        try {
            Profile running = plan.host();
            if (running != null) {
                running.presetMetadata().forEach(metadata::preset);
            }
            exit = ExitHook.add(options.exitTimeout(), this::deliverAtExit);
            companion.setDaemon(true);
            companion.start();
        } catch (RuntimeException | Error e) {
            CaptureException failed = new CaptureException("The capture could not begin: " + e, e);
            complete(null, failed);
            throw failed;
        }
    }

    /** Hears that a step begins: of a profile, or of a scope. Never throws. */
    void stepBegan(@Nullable Profile by, long step) {
        Captures.lock().lock();
        try {
            enter(by, step);
        } catch (Throwable e) {
            fail(e);
        } finally {
            Captures.lock().unlock();
        }
    }

    private void enter(@Nullable Profile by, long step) {
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

    private boolean isDue(@Nullable Profile by, long step) {
        if (Captures.isProfilesTurn()) {
            // It may be one beside which there is no room at all, which says so.
            Profile.running().ifPresent(Profile::scheduleForGuests);
            return false;
        }
        if (by != plan.host() || plan.isMissed(step)) {
            follow(CapturePlan.of(request, by, step));
        }
        return plan.begins(step, request.warmup());
    }

    private void prepare() {
        state = State.WARMING_UP;
        recording.keepChunks(plan.host() != null);
        recording.prepare();
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
    void stepEnded(long step) {
        Captures.lock().lock();
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
            Captures.lock().unlock();
        }
    }

    // Ends

    private void finish(boolean partial) {
        state = State.FINISHING;
        String remark = note();
        if (!remark.isEmpty()) {
            metadata.preset(Captures.NOTE, new MetadataValue(remark, false));
        }
        ProcessSteps.listener(null);
        changed.signalAll();
        try {
            recording.stop();
        } finally {
            recording.publish(partial);
        }
    }

    /** Ends early: with what there is, or with the reason if there is nothing. */
    private void endBecause(String why) {
        Captures.lock().lock();
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
            Captures.lock().unlock();
        }
    }

    /** Ends with nothing delivered. */
    private void leave(State last, Throwable reason) {
        Captures.lock().lock();
        try {
            if (state.isOver()) {
                return;
            }
            boolean wasOpen = state.isOpen();
            state = last;
            assembled.completeExceptionally(reason);
            changed.signalAll();
            if (wasOpen) {
                recording.stop();
                recording.discard();
            }
        } catch (Throwable e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Ending a capture met a failure", e);
        } finally {
            Captures.ended(this);
            Captures.lock().unlock();
        }
    }

    private void fail(Throwable thrown) {
        leave(
                State.FAILED,
                thrown instanceof CaptureException
                        ? thrown
                        : new CaptureException("The capture failed: " + thrown, thrown));
    }

    /** Gives the recorder back to a profile; goes on waiting if it has nothing yet. With the lock held. */
    void makeWay(String why) {
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
    void profileEnded(Profile profile) {
        if (plan.host() == profile) {
            endBecause(profile + " has ended");
        }
    }

    /** Also what is done with the trace is done, where the thread that sees to the end does it. */
    private void deliverAtExit(Duration timeout) throws InterruptedException {
        endBecause("the process ends");
        companion.join(Math.max(timeout.toMillis(), 1));
    }

    // The thread that sees to the end

    private void accompany() {
        Throwable reason = null;
        Trace delivered = null;
        try {
            beginTime();
            awaitEndOfRecording();
            delivered =
                    assembled.get(options.postProcessingTimeout().plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            reason = e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException e) {
            reason = new CaptureException("The trace was not put together in time");
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
        Captures.lock().lock();
        try {
            Profile running = Profile.running().orElse(null);
            if (running != plan.host()) {
                plan(running);
            }
            boolean isNow = running == null || running.stepNumber() >= plan.prepareAt();
            if (state == State.WAITING && isNow && !Captures.isProfilesTurn()) {
                firstStep = CapturePlan.UNKNOWN;
                prepare();
                record();
            }
        } finally {
            Captures.lock().unlock();
        }
    }

    private void awaitEndOfRecording() throws InterruptedException {
        Captures.lock().lock();
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
            Captures.lock().unlock();
        }
    }

    private void complete(@Nullable Trace delivered, @Nullable Throwable reason) {
        Captures.lock().lock();
        try {
            if (delivered != null && state == State.FINISHING) {
                state = State.DONE;
            }
        } finally {
            Captures.lock().unlock();
        }
        Trace wanted = state == State.DONE ? delivered : null;
        if (wanted == null) {
            fail(reason == null ? new CaptureException("The capture was cancelled") : reason);
        }
        Captures.ended(this);
        exit.remove();
        delivery.abort();
        while (!trace.isDone()) {
            try {
                tell(wanted, reason);
            } catch (OutOfMemoryError e) {
                // Who waits is told as soon as there is memory for it.
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private void tell(@Nullable Trace delivered, @Nullable Throwable reason) {
        if (delivered != null) {
            trace.complete(delivered);
        } else if (reason instanceof CaptureException known) {
            trace.completeExceptionally(known);
        } else {
            trace.completeExceptionally(
                    reason == null
                            ? new CaptureException("The capture was cancelled")
                            : new CaptureException("The capture failed: " + reason, reason));
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

    /** {@return the trace, when it is there; else a {@link CaptureException} that says why there is none} */
    public CompletableFuture<Trace> trace() {
        return trace.copy();
    }

    /** Ends it now. What has been recorded is delivered, marked partial; if that is nothing, the capture fails. */
    public void end() {
        endBecause("as asked");
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
        return failures.list();
    }

    private String note() {
        String planned = plan.note();
        return planned.isEmpty() || ending.isEmpty() ? planned + ending : planned + "; " + ending;
    }

    /** {@return what it is and does, in one line} */
    public String describe() {
        String progress = request.steps().isPresent()
                ? stepsDone + " of " + request.steps().getAsInt() + " steps"
                : stepsDone + " steps so far";
        String doing = switch (state) {
            case WAITING -> firstStep == CapturePlan.UNKNOWN ? "waits for a step" : "waits for step " + firstStep;
            case WARMING_UP -> firstStep == CapturePlan.UNKNOWN ? "warms up" : "warms up for step " + firstStep;
            case RECORDING -> "records, " + progress;
            case FINISHING -> "puts the trace together, " + progress;
            case DONE -> "done, " + progress;
            case CANCELLED -> "cancelled";
            case FAILED -> "failed";
        };
        String remark = note();
        return request + ": " + doing + (remark.isEmpty() ? "" : " (" + remark + ")");
    }

    @Override
    public String toString() {
        return describe();
    }
}
