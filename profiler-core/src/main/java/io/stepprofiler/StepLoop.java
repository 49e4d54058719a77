package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.ledger.StepFlag;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.transition.StepStateMachine;
import io.stepprofiler.trace.MetadataValue;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Life cycle of a profile from its start to its close: drives the state machine from step to step, one call at a time,
 * and keeps failures from the training loop.
 */
final class StepLoop implements Host {
    /** Longest wait for the delivery of a warm-up. */
    private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(1);

    private final Profile profile;
    private final ProfileSettings options;
    private final Recording recording;
    private final Delivery delivery;
    private final Metadata metadata;
    private final WorkLog work;
    private final RunLedger ledger;
    private final Failures failures;
    private final LoopMeasurements measured;
    private final StepFailures told;
    private final CloseNotifier handlersEnd;
    private final StepMirror mirror;
    private final ExitDelivery exit;
    private final Toggles toggles;
    private final StepStateMachine machine;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock stepLock = new ReentrantLock();
    private volatile boolean paused;
    private volatile boolean started;
    private boolean closed;
    private @Nullable Thread stepper;
    private boolean stopAfterStep;

    StepLoop(
            Profile profile,
            ProfileSettings given,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            RunLedger ledger,
            Failures failures) {
        this.profile = profile;
        this.delivery = delivery;
        measured = new LoopMeasurements(this::windowBytes, this::windowFill, this::isFree);
        options = given.forRun(measured);
        this.metadata = metadata;
        this.work = work;
        this.ledger = ledger;
        this.failures = failures;
        recording = new Recording(options, delivery, work, metadata, failures, lock::hasQueuedThreads);
        told = new StepFailures(options, failures);
        handlersEnd = new CloseNotifier(options.output().handlers(), delivery, failures);
        mirror = new StepMirror(options, failures);
        exit = new ExitDelivery(new AtExit(), lock, delivery, handlersEnd, failures);
        toggles = new Toggles(options, recording, lock, failures);
        Schedule schedule = options.schedule();
        machine = schedule == null
                ? StepStateMachine.unscheduled(recording)
                : StepStateMachine.scheduled(schedule, recording);
    }

    /** Profile of this loop. */
    Profile profile() {
        return profile;
    }

    @Override
    public String name() {
        return options.name();
    }

    @Override
    public Map<String, MetadataValue> presetMetadata() {
        return metadata.preset();
    }

    Recording recording() {
        return recording;
    }

    Toggles toggles() {
        return toggles;
    }

    boolean isPaused() {
        return paused;
    }

    /** Stops for good, waits for the handlers, and drops undelivered windows. */
    void close(AwaitedSnapshots snapshots) {
        end();
        ledger.flush();
        boolean delivered = delivery.await(options.output().delivery().closeTimeout);
        if (!delivered && delivery.isDeliveringHere()) {
            return; // Closed by a handler: its own delivery and the following ones continue.
        }
        snapshots.refuse(this + " was closed before the snapshot was put together");
        giveUpUndelivered(delivered);
    }

    private void end() {
        lock.lock();
        try {
            stop();
            tellIfNothingWasRecorded();
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    private void giveUpUndelivered(boolean delivered) {
        if (delivered) {
            handlersEnd.report();
        }
        String underWay = work.underWay();
        for (int given = delivery.abort(); given > 0; given--) {
            failures.add(
                    ProfileFailure.Kind.WINDOW_LOST,
                    "A window was not delivered whole: closeTimeout = "
                            + options.output().delivery().closeTimeout + " was over during " + underWay
                            + "; a longer one leaves more time");
        }
        exit.remove();
    }

    private void enter() {
        boolean entered = false;
        ProcessState.takeTurn(this, "profile '" + options.name() + "' started");
        try {
            if (options.isScheduled()) {
                recording.warmUpSourcesEarly();
            }
            options.output()
                    .handlers()
                    .forEach(handler -> handler.onStart(options.capture().options()));
            recording.keepChunks(true);
            // Chooses the clock, which takes a tenth of a second once, here and not in a step.
            Ticks.now();
            warmUpProcess(options.output().synchronous());
            recording.warmUpSegments();
            markSteps();
            ledger.start();
            mirror.start(); // After the warm-up, which is not mirrored.
            machine.start();
            mirror.stepBegan(machine.stepNumber());
            started = true;
            handlersEnd.started();
            exit.expect(options.output().delivery().exitTimeout);
            entered = true;
            stepBegan();
        } catch (OutOfMemoryError e) {
            // As in a step: if memory or a thread is lacking, the training continues without a profile.
            failures.add(
                    ProfileFailure.Kind.RECORDING_FAILED, "Profile '" + options.name() + "' could not be started", e);
        } finally {
            if (!entered) {
                endRecording();
            }
            ProcessState.leaveTurn(this);
        }
    }

    /**
     * Lets a profile with a schedule mark the steps; a profile without one does so from its first {@code step()} on.
     */
    private void markSteps() {
        ProcessSteps.want();
        if (options.isScheduled()) {
            ProcessSteps.markedBy(this);
        }
    }

    @Override
    public Schedule scheduleForGuests() {
        Schedule schedule = options.schedule();
        if (options.storage().history() != null) {
            throw new CaptureBusyException("Busy with the history of " + this
                    + ", which records all the time: ask for a snapshot of it, which has the last steps already");
        }
        if (schedule == null || !options.isScheduled()) {
            throw new CaptureBusyException(
                    "Busy with " + this
                            + ", which records everything until it is closed: close it, or give it a schedule that leaves steps free");
        }
        return paused && currentAction() == ProfilerAction.NONE ? Schedule.never() : schedule;
    }

    /** Does the initialization that the first window of a process would otherwise wait for, once. */
    static void warmUpProcess(boolean synchronousDelivery) {
        WarmUp.run((schedule, source, steps, work) -> Profile.builder()
                .name("warm-up")
                .schedule(schedule)
                .recordShapes(true)
                .profileMemory(true)
                .withStack(true)
                .withFlops(true)
                .source(source)
                .synchronousDelivery(synchronousDelivery)
                .build()
                .loop
                .warmUp(steps, work, WARM_UP_TIMEOUT));
    }

    /** Runs the work for a number of steps, without being the profile of this process, and ends. */
    void warmUp(int steps, Runnable work, Duration timeout) {
        machine.start();
        for (int i = 0; i < steps; i++) {
            work.run();
            step();
        }
        machine.stop();
        delivery.await(timeout);
        delivery.abort();
    }

    private String whyNoStep() {
        if (machine.isRunning()) {
            return "it was called from inside "
                    + (stepper != null ? "another step(), by its schedule or a handler" : "a handler");
        }
        return closed
                ? "the profile has been closed"
                : started ? "the profile has been stopped" : "the profile was not started";
    }

    private long windowBytes() {
        return recording.windowBytes();
    }

    private double windowFill() {
        return recording.windowFill();
    }

    /** True if a window that nothing requires now may begin. */
    private boolean isFree() {
        Guest capture = ProcessState.guest();
        return !paused
                && (capture == null || capture.yields())
                && delivery.await(Duration.ZERO)
                && recording.areSourcesReady();
    }

    /** Begins a step after the profiler's work before it. */
    private void stepBegan() {
        long now = System.nanoTime();
        measured.stepBegan(now);
        ProcessSteps.stepBegan(this, now);
    }

    private void stepAndStopIfAsked(long now) {
        stepper = Thread.currentThread();
        measured.stepEnded(now);
        Guest capture = null;
        try {
            // A warm-up marks no steps of the process.
            capture = ProcessState.host() == this ? ProcessSteps.ended(this, machine.stepNumber(), now) : null;
            mirror.stepEnded();
            machine.step();
        } catch (Throwable e) {
            // The training loop must not notice. The machine has made the step.
            told.failed(e);
        } finally {
            if (capture != null) {
                capture.stepBegan(this, machine.stepNumber());
            }
            mirror.stepBegan(machine.stepNumber());
            stepper = null;
            stepBegan();
        }
        stopIfAsked();
    }

    /** Stops after a step if a handler, called synchronously, has requested that. */
    private void stopIfAsked() {
        if (stopAfterStep) {
            stopAfterStep = false;
            stop();
        }
    }

    private void endRecording() {
        try {
            recording.keepChunks(false);
            machine.stop();
            recording.windows().publishHeld();
        } catch (Throwable e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Stopping a profile met a failure", e);
        } finally {
            recording.discardEnded();
            ledger.stop();
            mirror.stop();
            // Buffers of windows that wait for assembly are returned after it.
            ThreadRecorder.reclaimAll(null);
            ProcessSteps.notMarkedBy(this);
            ProcessState.leave(this);
        }
    }

    private void tellIfNothingWasRecorded() {
        if (started && !closed && !recording.hasRecordedStep()) {
            told.nothingRecorded(machine.stepNumber());
        }
    }

    /** Ends the profile, because the virtual machine exits. */
    private final class AtExit implements ExitDelivery.Ending {
        @Override
        public @Nullable Thread stepper() {
            return stepper;
        }

        @Override
        public void end() {
            stop();
            tellIfNothingWasRecorded();
            ledger.flush();
        }

        @Override
        public void endWithinStep() {
            if (recording.isOpen() || recording.windows().isHolding()) {
                endRecording();
            }
            ledger.flush();
        }
    }

    void pause(boolean pauses) {
        ProcessSteps.leaveOut(() -> pauseOrResume(pauses));
    }

    private void pauseOrResume(boolean pauses) {
        lock.lock();
        try {
            paused = pauses;
            if (options.isScheduled()) {
                machine.pause(pauses);
            } else {
                recording.suspend(pauses);
            }
        } catch (RuntimeException | Error e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Pausing or resuming met a failure", e);
        } finally {
            lock.unlock();
        }
    }

    void start() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(this + " has been closed; build another one");
            }
            Host running = ProcessState.enter(this);
            if (running instanceof StepLoop other && other != this && other.options.yields()) {
                other.stop();
                running = ProcessState.enter(this);
            }
            if (running != null) {
                throw new IllegalStateException(
                        "Cannot start " + this + ": "
                                + (isRunning()
                                        ? "it is running already"
                                        : running
                                                + " is running, and a process has room for one profile at a time; close that one first"));
            }
            enter();
        } finally {
            lock.unlock();
        }
    }

    void step() {
        // Before the locks, for which the step may wait while another thread switches activities.
        long now = System.nanoTime();
        // A separate lock, so that no step is dropped because another thread switches activities.
        if (!stepLock.tryLock()) {
            if (delivery.isDeliveringHere()) {
                told.ignored("it was called from inside a handler");
            } else {
                told.overlapped();
                ProcessSteps.overlapped();
            }
            return;
        }
        lock.lock();
        try {
            if (machine.isRunning() && stepper == null && !delivery.isDeliveringHere()) {
                stepAndStopIfAsked(now);
            } else {
                told.ignored(whyNoStep());
            }
        } finally {
            lock.unlock();
            stepLock.unlock();
        }
    }

    void stop() {
        lock.lock();
        try {
            if (stepper != null) {
                stopAfterStep = true;
            } else if (machine.isRunning()) {
                endRecording();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String schedule() {
        return options.scheduleInWords();
    }

    @Override
    public long stepNumber() {
        return machine.stepNumber();
    }

    @Override
    public int stepFlags() {
        return switch (machine.currentAction()) {
            case WARMUP -> StepFlag.WARM_UP.bit();
            case RECORD, RECORD_AND_SAVE -> StepFlag.RECORDED.bit();
            default -> 0;
        };
    }

    ProfilerAction currentAction() {
        return machine.currentAction();
    }

    boolean isRunning() {
        return machine.isRunning();
    }

    @Override
    public String toString() {
        return "profile '" + options.name() + "' (step " + stepNumber() + ", " + currentAction() + ")";
    }
}
