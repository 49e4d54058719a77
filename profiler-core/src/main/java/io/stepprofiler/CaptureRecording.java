package io.stepprofiler;

import io.stepprofiler.StepCapture.State;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Recording of a capture, from its plan to its trace, with options, metadata and delivery that are separate from any
 * profile. Its windows are begun and ended with the lock of {@link ProcessState} held.
 */
final class CaptureRecording implements Guest {
    /** Time allowed to assemble a trace beyond its own deadline. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Polling interval of the exit hook. */
    private static final Duration EXIT_LOOK = Duration.ofMillis(10);

    final StepCapture capture = new StepCapture(this);
    final CaptureRequest request;
    private final ProfileSettings options;
    final Failures failures = new Failures(System.getLogger(StepCapture.class.getName()));
    private final Metadata metadata = new Metadata(failures);
    final PendingTrace coming = new PendingTrace();
    private final Delivery delivery;
    private final Recording recording;
    private final Condition changed = ProcessState.lock().newCondition();

    /** Brings the capture to its end, whatever happens to the training. */
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

    CaptureRecording(CaptureRequest request, ProfileSettings options) {
        this.request = request;
        this.options = options;
        WorkLog work = new WorkLog();
        delivery = options.newDelivery(coming, work);
        recording = new Recording(options, delivery, work, metadata, failures, true, () -> false);
        String holder = request.holder();
        metadata.preset(Captures.METADATA, new MetadataValue(holder.isEmpty() ? "unnamed" : holder, false));
        plan = CapturePlan.now(request, null);
        firstStep = plan.firstStep();
    }

    /** Does the slow preparation of the sources, on the calling thread. */
    void warmUp() {
        recording.warmUpSources();
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
                running.presetMetadata().forEach(metadata::preset);
            }
            companion.setDaemon(true);
            exit = ExitHook.add(options.output().delivery().exitTimeout, this::endAtExit);
            companion.start();
        } catch (RuntimeException | Error e) {
            CaptureException failed = new CaptureException("The capture could not begin: " + e, e);
            complete(null, failed);
            throw failed;
        }
    }

    @Override
    public void stepBegan(@Nullable Host by, long step) {
        if (!state.awaitsSteps()) {
            return;
        }
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
        // With a profile, threads keep their buffers afterwards, for its windows.
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

    @Override
    public void stepEnded(long step) {
        if (!state.awaitsSteps()) {
            return;
        }
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
        changed.signalAll();
        try {
            if (!remark.isEmpty()) {
                metadata.preset(Captures.NOTE, new MetadataValue(remark, false));
            }
        } finally {
            try {
                recording.stop();
            } finally {
                recording.publish(partial);
            }
        }
    }

    /** Ends early: delivers the recording, or fails with the reason if it has not begun. */
    void endBecause(String why) {
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
            coming.renounce(reason);
            changed.signalAll();
            if (wasOpen) {
                recording.stop();
                recording.discard();
            }
        } catch (Throwable e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Ending a capture met a failure", e);
        } finally {
            ProcessState.leave(this);
            ProcessState.lock().unlock();
        }
    }

    private void fail(@Nullable Throwable thrown) {
        leave(State.FAILED, CaptureException.of(thrown));
    }

    /** Waits again if only its warm-up was recorded. */
    @Override
    public void makeWay(String why) {
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
    @Override
    public void hostEnded(Host profile) {
        if (plan.host() == profile) {
            endBecause(profile + " has ended");
        }
    }

    // Companion thread

    /** Makes the capture end soon, and waits for the callbacks that receive its trace. */
    private void endAtExit(Duration timeout) throws InterruptedException {
        Deadline deadline = Deadline.in(timeout);
        endBecause("the process ends");
        while (companion.isAlive() && !ExitHook.isEndedBy(companion) && !deadline.isOver()) {
            companion.join(EXIT_LOOK.toMillis());
        }
    }

    private void accompany() {
        Throwable reason = null;
        Trace delivered = null;
        try {
            beginTime();
            awaitEndOfRecording();
            delivered = coming.await(options.postProcessingTimeout().plus(GRACE));
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
            while (state.awaitsSteps() && !end.isOver()) {
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
        ProcessState.leave(this);
        try {
            delivery.abort();
            coming.report(wanted, reason);
        } finally {
            // Only now: an exiting process waits for the callbacks that run here.
            exit.remove();
        }
    }

    void cancel(String why) {
        leave(State.CANCELLED, new CaptureException("The capture " + why));
    }

    // Progress

    @Override
    public boolean yields() {
        return request.isYielding();
    }

    @Override
    public boolean isRecording() {
        return state == State.RECORDING;
    }

    State state() {
        return state;
    }

    long firstStep() {
        return firstStep;
    }

    long stepsDone() {
        return stepsDone;
    }

    private String note() {
        String planned = plan.note();
        return planned.isEmpty() || ending.isEmpty() ? planned + ending : planned + "; " + ending;
    }

    @Override
    public String toString() {
        String progress = new CaptureProgress(state, firstStep, request.steps().orElse(0), stepsDone).toString();
        String remark = note();
        return request + ": " + progress + (remark.isEmpty() ? "" : " (" + remark + ")");
    }
}
