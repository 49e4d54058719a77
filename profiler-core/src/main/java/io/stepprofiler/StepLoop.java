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
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

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
    private final StepFailures told;
    private final CloseNotifier handlersEnd;
    private final LoopMeasurements times;
    private final StepMirror mirror;
    private final List<StepParticipant> listeners;
    private final ExitDelivery exit;
    private final Toggles toggles;
    private final StepStateMachine machine;
    private final OwnedLock lock = new OwnedLock();
    private final ReentrantLock stepLock = new ReentrantLock();

    /** Read and changed with the lock held. */
    private ProfileLife life = ProfileLife.NEW;

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
        times = new LoopMeasurements(this, this::recording, this::isFree);
        options = given.forRun(times);
        this.metadata = metadata;
        this.work = work;
        this.ledger = ledger;
        this.failures = failures;
        recording = new Recording(options, delivery, work, metadata, failures, false, lock::hasQueuedThreads);
        told = new StepFailures(options, failures);
        handlersEnd = new CloseNotifier(options.output().handlers(), delivery, failures);
        mirror = new StepMirror(options, failures);
        exit = new ExitDelivery(this::endAtExit, this::endWithinCall, lock, delivery, handlersEnd, failures);
        toggles = new Toggles(options, recording, failures, this::change);
        Schedule schedule = options.schedule();
        machine = schedule == null
                ? StepStateMachine.unscheduled(recording)
                : StepStateMachine.scheduled(schedule, recording);
        listeners = List.of(times, mirror, new HeardSteps(this), (step, now) -> machine.step());
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
        return options.isScheduled() ? machine.isPaused() : recording.isSuspended();
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
            boolean isToTell = life.next == ProfileLife.STOPPED;
            life = life.close();
            if (isToTell && !recording.hasRecordedStep()) {
                told.nothingRecorded(machine.stepNumber());
            }
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
        ProfileLife before = life;
        life = ProfileLife.BUSY;
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
            handlersEnd.started();
            exit.expect(options.output().delivery().exitTimeout);
            entered = true;
            times.stepBegan(machine.stepNumber());
        } catch (OutOfMemoryError e) {
            // As in a step: if memory or a thread is lacking, the training continues without a profile.
            failures.add(
                    ProfileFailure.Kind.RECORDING_FAILED, "Profile '" + options.name() + "' could not be started", e);
        } finally {
            if (!entered && life != ProfileLife.CLOSES) {
                life = before;
            }
            leave();
            ProcessState.leaveTurn(this);
        }
    }

    /** Ends the call that is under way; ends the profile, too, if that was asked for meanwhile, or it did not start. */
    private void leave() {
        life = life.next;
        if (life != ProfileLife.RUNNING) {
            endRecording();
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
        return machine.isPaused() && currentAction() == ProfilerAction.NONE ? Schedule.never() : schedule;
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
        life = ProfileLife.RUNNING;
        for (int i = 0; i < steps; i++) {
            work.run();
            step();
        }
        life = ProfileLife.STOPPED;
        machine.stop();
        delivery.await(timeout);
        delivery.abort();
    }

    /** True if a window that nothing requires now may begin. */
    private boolean isFree() {
        Guest capture = ProcessState.guest();
        return !machine.isPaused()
                && (capture == null || capture.yields())
                && delivery.await(Duration.ZERO)
                && recording.areSourcesReady();
    }

    private void stepAndStopIfAsked(long now) {
        life = ProfileLife.BUSY;
        long ended = machine.stepNumber();
        // By index: an iterator would be an allocation in every step.
        for (int i = 0; i < listeners.size(); i++) {
            try {
                listeners.get(i).stepEnded(ended, now);
            } catch (Throwable e) {
                // The training loop must not notice. The machine makes the step whatever it throws.
                told.failed(e);
            }
        }
        for (int i = listeners.size() - 1; i >= 0; i--) {
            try {
                listeners.get(i).stepBegan(machine.stepNumber());
            } catch (Throwable e) {
                told.failed(e);
            }
        }
        leave();
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

    /** Ends the profile, because the virtual machine exits. */
    private void endAtExit() {
        end();
        ledger.flush();
    }

    private void endWithinCall() {
        if (recording.isOpen() || recording.windows().isHolding()) {
            endRecording();
        }
        ledger.flush();
    }

    void pause(boolean pauses) {
        change("Pausing or resuming", () -> {
            if (options.isScheduled()) {
                machine.pause(pauses);
            } else {
                recording.suspend(pauses);
            }
        });
    }

    /** Changes what is recorded, which is no time of the step. */
    private void change(String what, Runnable change) {
        ProcessSteps.leaveOut(() -> {
            lock.lock();
            try {
                change.run();
            } catch (RuntimeException | Error e) {
                failures.add(ProfileFailure.Kind.RECORDING_FAILED, what + " met a failure", e);
            } finally {
                lock.unlock();
            }
        });
    }

    void start() {
        lock.lock();
        try {
            if (life.next == ProfileLife.CLOSED) {
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
            if (life == ProfileLife.RUNNING && !delivery.isDeliveringHere()) {
                stepAndStopIfAsked(now);
            } else {
                told.ignored(life.whyNoStep);
            }
        } finally {
            lock.unlock();
            stepLock.unlock();
        }
    }

    void stop() {
        lock.lock();
        try {
            boolean ends = life == ProfileLife.RUNNING;
            life = life.stop();
            if (ends) {
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
