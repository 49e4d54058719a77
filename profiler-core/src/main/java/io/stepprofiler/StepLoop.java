package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.recording.Annotations;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.StepStateMachine;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.window.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The states of a profile from its start to its close: drives the state machine from step to step, one call at a time,
 * and keeps what goes wrong there from the training loop.
 */
final class StepLoop implements Host {
    /** How often what may hold up the end of the process is looked at. */
    private static final Duration EXIT_LOOK = Duration.ofMillis(10);

    private final Profile profile;
    private final ProfileOptions options;
    private final Recording recording;
    private final Delivery delivery;
    private final Metadata metadata;
    private final Failures failures;
    private final HandlersEnd handlersEnd;
    private final StepStateMachine machine;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock stepLock = new ReentrantLock();
    private volatile boolean paused;
    private volatile boolean started;
    private boolean closed;
    private @Nullable Thread stepper;
    private boolean stopAfterStep;
    private ExitHook exit = ExitHook.NONE;
    private @Nullable Annotations annotations;

    StepLoop(
            Profile profile,
            ProfileOptions options,
            Recording recording,
            Delivery delivery,
            Metadata metadata,
            Failures failures) {
        this.profile = profile;
        this.options = options;
        this.recording = recording;
        this.delivery = delivery;
        this.metadata = metadata;
        this.failures = failures;
        handlersEnd = new HandlersEnd(options.handlers(), delivery, failures);
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

    boolean isPaused() {
        return paused;
    }

    /** Whether another thread waits for the step that is under way to end. */
    boolean isStepAwaited() {
        return lock.hasQueuedThreads();
    }

    /** Stops for good. */
    void end() {
        lock.lock();
        try {
            stop();
            tellIfNothingWasRecorded();
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the handlers, or gives up what they have not taken. */
    void giveUpUndelivered(boolean delivered) {
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

    /** Switches what is recorded on and off. */
    void toggle(boolean enable, Set<ActivityType> types, Set<?> asked) {
        lock.lock();
        try {
            recording.toggle(enable, types);
        } catch (RuntimeException | Error e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Switching " + asked + " met a failure", e);
        } finally {
            lock.unlock();
        }
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
            Profile.warmUp(options.synchronousDelivery());
            recording.warmUpSegments();
            markSteps();
            annotate();
            machine.start();
            stepBeganInMirrors();
            started = true;
            handlersEnd.started();
            exit.remove();
            exit = ExitHook.add(options.delivery().exitTimeout(), this::deliverAtExit);
            entered = true;
        } finally {
            if (!entered) {
                endRecording();
            }
            ProcessState.profileLeavesTurn();
        }
    }

    /** After the warm-up, which mirrors do not see. */
    private void annotate() {
        if (!options.mirrors().isEmpty()) {
            annotations = Annotations.of(options.mirrors(), options.capture(), failures);
            Recorder.annotate(annotations);
        }
    }

    private void stepBeganInMirrors() {
        Annotations mirrors = annotations;
        if (mirrors != null && isScheduled()) {
            mirrors.stepBegan(machine.stepNumber());
        }
    }

    private void stepEndedInMirrors() {
        Annotations mirrors = annotations;
        if (mirrors != null) {
            mirrors.stepEnded();
        }
    }

    private void endAnnotations() {
        stepEndedInMirrors();
        if (annotations != null) {
            annotations = null;
            Recorder.annotate(null);
        }
    }

    /** Where there is a schedule, step() will be called; the first call tells else. */
    private void markSteps() {
        ProcessSteps.want();
        if (isScheduled()) {
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
        if (schedule == null || !isScheduled()) {
            throw new CaptureBusyException(
                    "Busy with " + this
                            + ", which records everything until it is closed: close it, or give it a schedule that leaves steps free");
        }
        return paused && currentAction() == ProfilerAction.NONE ? Schedule.never() : schedule;
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

    private void ignoreStep(String why) {
        failures.add(
                ProfileFailure.Kind.STEP_IGNORED, "step() of profile '" + options.name() + "' was ignored: " + why);
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
            stepEndedInMirrors();
            machine.step();
        } catch (Throwable e) {
            // The training loop must not notice. The machine has made the step.
            tellOfStep(e);
        } finally {
            if (capture != null) {
                capture.stepBegan(this, machine.stepNumber());
            }
            stepBeganInMirrors();
            stepper = null;
        }
        stopIfAsked();
    }

    private void tellOfStep(Throwable thrown) {
        try {
            failures.add(stepFailure(thrown), "A step of profile '" + options.name() + "' met a failure", thrown);
        } catch (Throwable e) {
            // No memory for the message, which is likely what the step met.
        }
    }

    /** Stops after a step in which a handler, called synchronously, has asked for it. */
    private void stopIfAsked() {
        if (stopAfterStep) {
            stopAfterStep = false;
            stop();
        }
    }

    private static ProfileFailure.Kind stepFailure(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(Recording.class.getName())) {
                return ProfileFailure.Kind.RECORDING_FAILED;
            }
        }
        return ProfileFailure.Kind.SCHEDULE_FAILED;
    }

    private void endRecording() {
        try {
            recording.keepChunks(false);
            machine.stop();
        } catch (Throwable e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "Stopping a profile met a failure", e);
        } finally {
            recording.discardEnded();
            endAnnotations();
            // What waits for its assembly is given back when it is done.
            ThreadRecorder.reclaimAll(null);
            ProcessSteps.notMarkedBy(this);
            ProcessState.leave(this);
        }
    }

    /** A program that ends before its first window would leave its user without files and without a word. */
    private void tellIfNothingWasRecorded() {
        Schedule schedule = options.schedule();
        if (schedule == null
                || schedule == Schedule.always()
                || schedule == Schedule.never()
                || !started
                || closed
                || recording.hasRecordedStep()) {
            return;
        }
        OptionalLong needed = schedule.stepsOfFirstWindow();
        long steps = machine.stepNumber();
        String seen = "Profile '" + options.name() + "' has recorded no step to its end: " + steps
                + (steps == 1 ? " step seen" : " steps seen");
        failures.add(
                ProfileFailure.Kind.NO_WINDOW,
                needed.isPresent() ? seen + "; a window needs " + needed.getAsLong() : seen);
    }

    /** Delivers what is open, because the virtual machine ends. */
    private void deliverAtExit(Duration timeout) throws InterruptedException {
        Deadline deadline = Deadline.in(timeout);
        boolean locked = lockAtExit(deadline);
        try {
            if (locked) {
                stop();
                tellIfNothingWasRecorded();
            } else if (ExitHook.isEndedBy(stepper) && recording.isOpen()) {
                endRecording(); // Out of the schedule: that thread is at rest for ever, and has started this one.
            }
        } finally {
            if (locked) {
                lock.unlock();
            }
        }
        while (!delivery.await(EXIT_LOOK)) {
            boolean endedByHandler = delivery.threads().stream().anyMatch(ExitHook::isEndedBy);
            if (endedByHandler || deadline.isOver()) {
                failures.add(
                        ProfileFailure.Kind.WINDOW_LOST,
                        "What had been recorded was not delivered whole before the process ended: "
                                + (endedByHandler ? "a handler ended it" : "handlers took longer than " + timeout));
                return;
            }
        }
        handlersEnd.tell();
    }

    /**
     * Answers false if there is no waiting for the lock any longer: also because its holder has ended the process, out
     * of a step.
     */
    private boolean lockAtExit(Deadline deadline) throws InterruptedException {
        while (!lock.tryLock(EXIT_LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
            if (ExitHook.isEndedBy(stepper) || deadline.isOver()) {
                return false;
            }
        }
        return true;
    }

    void pause(boolean pauses) {
        lock.lock();
        try {
            paused = pauses;
            if (isScheduled()) {
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

    /** Whether it has windows, rather than one that lasts. */
    private boolean isScheduled() {
        return options.schedule() != null && options.schedule() != Schedule.always();
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
                ignoreStep("it was called from inside a handler");
            } else {
                failures.add(ProfileFailure.Kind.STEP_OVERLAPPED, "step() was called while another thread was in it");
            }
            return;
        }
        lock.lock();
        try {
            if (machine.isRunning() && stepper == null && !delivery.isDeliveringHere()) {
                stepAndStopIfAsked();
            } else {
                ignoreStep(whyNoStep());
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
        if (options.history() != null) {
            return "keeps " + options.history().kept();
        }
        Schedule schedule = options.schedule();
        if (schedule == null || !isScheduled()) {
            return "records everything until it is closed";
        }
        return schedule.getClass().isHidden() ? "a schedule of its own" : schedule.toString();
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
