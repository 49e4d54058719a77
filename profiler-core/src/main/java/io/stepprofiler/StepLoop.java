package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.StepStateMachine;
import io.stepprofiler.trace.MetadataValue;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The states of a profile from its start to its close: drives the state machine from step to step, one call at a time,
 * and keeps what goes wrong there from the training loop.
 */
final class StepLoop implements Host {
    /** How long the delivery of a warm-up is waited for. */
    private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(1);

    private final Profile profile;
    private final ProfileOptions options;
    private final Recording recording;
    private final Delivery delivery;
    private final Metadata metadata;
    private final Failures failures;
    private final StepFailures told;
    private final HandlersEnd handlersEnd;
    private final StepMirrors mirrors;
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
            ProfileOptions options,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            Failures failures) {
        this.profile = profile;
        this.options = options;
        this.delivery = delivery;
        this.metadata = metadata;
        this.failures = failures;
        recording = new Recording(options, delivery, work, metadata, failures, lock::hasQueuedThreads);
        told = new StepFailures(options, failures);
        handlersEnd = new HandlersEnd(options.handlers(), delivery, failures);
        mirrors = new StepMirrors(options, failures);
        exit = new ExitDelivery(new AtExit(), lock, delivery, handlersEnd, failures);
        toggles = new Toggles(options, recording, lock, failures);
        Schedule schedule = options.schedule();
        machine = schedule == null
                ? StepStateMachine.unscheduled(recording)
                : StepStateMachine.scheduled(schedule, recording);
    }

    /** The profile whose loop it is. */
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

    /** Stops for good, waits for the handlers, and gives up what they have not taken. */
    void close(AwaitedSnapshots snapshots) {
        end();
        boolean delivered = delivery.await(options.delivery().closeTimeout());
        if (!delivered && delivery.isDeliveringHere()) {
            return; // Closed by a handler: its own delivery and those behind it go on.
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
            handlersEnd.tell();
        }
        for (int given = delivery.abort(); given > 0; given--) {
            failures.add(
                    ProfileFailure.Kind.WINDOW_LOST,
                    "A window was not delivered whole within "
                            + options.delivery().closeTimeout() + " of close()");
        }
        exit.remove();
    }

    private void enter() {
        boolean entered = false;
        ProcessState.profileTakesTurn("profile '" + options.name() + "' started");
        try {
            options.handlers()
                    .forEach(handler -> handler.onStart(options.capture().options()));
            recording.keepChunks(true);
            // Choosing a clock takes a tenth of a second, once: here, and not in a step.
            Ticks.now();
            warmUpProcess(options.synchronousDelivery());
            recording.warmUpSegments();
            markSteps();
            mirrors.start(); // After the warm-up, which they do not see.
            machine.start();
            mirrors.stepBegan(machine.stepNumber());
            started = true;
            handlersEnd.started();
            exit.expect(options.delivery().exitTimeout());
            entered = true;
        } catch (OutOfMemoryError e) {
            // As in a step: for want of memory, or of a thread, the training goes on without a profile.
            failures.add(
                    ProfileFailure.Kind.RECORDING_FAILED, "Profile '" + options.name() + "' could not be started", e);
        } finally {
            if (!entered) {
                endRecording();
            }
            ProcessState.profileLeavesTurn();
        }
    }

    /** Where there is a schedule, step() will be called; the first call tells else. */
    private void markSteps() {
        ProcessSteps.want();
        if (options.isScheduled()) {
            ProcessSteps.markedBy(this);
        }
    }

    /**
     * The schedule between whose windows others may record.
     *
     * @throws CaptureBusyException if there is none, with what can be done about it
     */
    @Override
    public Schedule scheduleForGuests() {
        Schedule schedule = options.schedule();
        if (options.history() != null) {
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

    /** Has everything done once that the first window of a process would else wait for. */
    static void warmUpProcess(boolean synchronousDelivery) {
        WarmUp.hold((schedule, source, steps, work) -> Profile.builder()
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

    /** Goes through so many steps of some work without being the profile of this process, and ends. */
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

    private void stepAndStopIfAsked() {
        stepper = Thread.currentThread();
        Guest capture = null;
        try {
            // Not that of a warm-up.
            capture = ProcessState.host() == this ? ProcessSteps.ended(this, machine.stepNumber()) : null;
            mirrors.stepEnded();
            machine.step();
        } catch (Throwable e) {
            // The training loop must not notice. The machine has made the step.
            told.failed(e);
        } finally {
            if (capture != null) {
                capture.stepBegan(this, machine.stepNumber());
            }
            mirrors.stepBegan(machine.stepNumber());
            stepper = null;
        }
        stopIfAsked();
    }

    /** Stops after a step in which a handler, called synchronously, has asked for it. */
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
        } catch (Throwable e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Stopping a profile met a failure", e);
        } finally {
            recording.discardEnded();
            mirrors.stop();
            // What waits for its assembly is given back when it is done.
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

    /** Delivers what is open, because the virtual machine ends. */
    private final class AtExit implements ExitDelivery.Ending {
        @Override
        public @Nullable Thread stepper() {
            return stepper;
        }

        @Override
        public void end() {
            stop();
            tellIfNothingWasRecorded();
        }

        @Override
        public void endWithinStep() {
            if (recording.isOpen()) {
                endRecording();
            }
        }
    }

    void pause(boolean pauses) {
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
        // A lock of its own, so that a step is not lost to a thread that only switches something.
        if (!stepLock.tryLock()) {
            if (delivery.isDeliveringHere()) {
                told.ignored("it was called from inside a handler");
            } else {
                told.overlapped();
            }
            return;
        }
        lock.lock();
        try {
            if (machine.isRunning() && stepper == null && !delivery.isDeliveringHere()) {
                stepAndStopIfAsked();
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
