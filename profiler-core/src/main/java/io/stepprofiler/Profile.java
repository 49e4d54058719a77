package io.stepprofiler;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.delivery.BackgroundDelivery;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.SynchronousDelivery;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.StepStateMachine;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A recording session around a training loop.
 *
 * <pre>{@code
 * try (Profile profile = Profile.builder()
 *         .schedule(Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
 *         .onTraceReady(TensorBoardHandler.to(Path.of("log")))
 *         .start()) {
 *     for (Batch batch : batches) {
 *         train(batch);
 *         profile.step();
 *     }
 * }
 * }</pre>
 *
 * <p>With a schedule, {@link #step()} moves from window to window, and each finished window becomes a {@link Trace} that
 * the handlers get. Without one, everything from start to close is one trace without step marks. At {@link #close()} a
 * window that has not had all its steps is delivered all the same, marked partial.
 *
 * <p>At most one profile of a process runs at a time. Starting it fails fast; after that nothing here throws into the
 * training loop: what goes wrong is counted, logged once, and listed by {@link #failures()}. All methods may be called on
 * any thread; overlapping calls of {@code step()} count as one.
 */
public final class Profile implements AutoCloseable {
    private static final AtomicReference<@Nullable Profile> RUNNING = new AtomicReference<>();
    private static final AtomicInteger CREATED = new AtomicInteger();

    private final ProfileOptions options;
    private final Failures failures = new Failures(System.getLogger(Profile.class.getName()));
    private final Metadata metadata = new Metadata();
    private final Delivery delivery;
    private final Recording recording;
    private final StepStateMachine machine;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable Trace lastTrace;
    private boolean closed;
    private boolean stepping;
    private boolean stopAfterStep;

    private Profile(ProfileOptions options) {
        this.options = options;
        ProfileDeliveries deliveries = new ProfileDeliveries(failures, trace -> lastTrace = trace);
        delivery = options.synchronousDelivery()
                ? new SynchronousDelivery(options.handlers(), deliveries)
                : new BackgroundDelivery(
                        options.handlers(), deliveries, options.handlerTimeout(), options.maxPendingTraces());
        recording = new Recording(options, delivery, metadata, failures);
        Schedule schedule = options.schedule();
        machine = schedule == null
                ? StepStateMachine.unscheduled(recording)
                : StepStateMachine.scheduled(schedule, recording);
    }

    /** {@return a builder with the defaults of {@link Defaults}} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts the profile again after {@link #stop()}; {@link Builder#start()} has started it the first time. Steps go on
     * counting.
     *
     * @throws IllegalStateException if this or another profile is running, or this one has been closed
     * @throws RuntimeException what a handler finds wrong in {@link TraceHandler#onStart()}, or the schedule throws
     */
    public void start() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(this + " has been closed; build another one");
            }
            Profile running = RUNNING.compareAndExchange(null, this);
            if (running != null) {
                throw new IllegalStateException("Cannot start " + this + ": " + running
                        + " is running, and a process has room for one profile at a time; close that one first");
            }
            enter();
        } finally {
            lock.unlock();
        }
    }

    private void enter() {
        boolean entered = false;
        try {
            options.handlers().forEach(TraceHandler::onStart);
            recording.keepChunks(true);
            machine.start();
            entered = true;
        } finally {
            if (!entered) {
                endRecording();
            }
        }
    }

    /**
     * Ends the current step and begins the next. Call it at the end of each iteration. Costs a question to the schedule
     * while nothing is to be done; a step that ends a window pays for stopping it, not for its files.
     */
    public void step() {
        if (!lock.tryLock()) {
            failures.add(ProfileFailure.Kind.STEP_OVERLAPPED, "step() was called while another thread was in it");
            return;
        }
        try {
            if (machine.isRunning() && !stepping && !delivery.isDeliveringHere()) {
                stepAndStopIfAsked();
            } else {
                failures.add(
                        ProfileFailure.Kind.STEP_IGNORED, "step() of profile '" + options.name() + "' was ignored");
            }
        } finally {
            lock.unlock();
        }
    }

    private void stepAndStopIfAsked() {
        stepping = true;
        try {
            machine.step();
        } catch (Throwable e) {
            // The training loop must not notice. The machine has made the step.
            tellOfStep(e);
        } finally {
            stepping = false;
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

    /**
     * Ends recording; an open window is delivered, marked partial if it has not had all its steps. Does not wait for the
     * handlers. Does nothing if the profile is not running.
     */
    public void stop() {
        lock.lock();
        try {
            if (stepping) {
                stopAfterStep = true;
            } else if (machine.isRunning()) {
                endRecording();
            }
        } finally {
            lock.unlock();
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
            RUNNING.compareAndSet(this, null);
        }
    }

    /**
     * Stops, and waits for the handlers up to the {@linkplain Builder#closeTimeout timeout}; what has not been delivered
     * by then is given up and counted. An interrupt does not cut the waiting short and is kept. A further call only waits.
     * Called by a handler, it does not wait, and takes effect after the step if the handler runs within one.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            stop();
            closed = true;
        } finally {
            lock.unlock();
        }
        boolean delivered = delivery.await(options.closeTimeout());
        if (!delivered && delivery.isDeliveringHere()) {
            return; // Closed by a handler: its own delivery and those behind it go on.
        }
        for (int given = delivery.abort(); given > 0; given--) {
            failures.add(
                    ProfileFailure.Kind.WINDOW_LOST,
                    "A window was not delivered whole within " + options.closeTimeout() + " of close()");
        }
    }

    /**
     * Waits until every window that has ended has been delivered.
     *
     * @param timeout longest time to wait
     * @return whether it has; false if the timeout came first, or if called by a handler
     */
    public boolean awaitDelivery(Duration timeout) {
        return delivery.await(timeout);
    }

    /** {@return the number of the current step, from 0; the steps that {@link #step()} has ended} */
    public long stepNumber() {
        return machine.stepNumber();
    }

    /** {@return what is being done in the current step; {@link ProfilerAction#NONE} when not running} */
    public ProfilerAction currentAction() {
        return machine.currentAction();
    }

    /** {@return whether the profile has been started and not stopped} */
    public boolean isRunning() {
        return machine.isRunning();
    }

    /**
     * Adds a text to the metadata of the window that is open, or of the next one if none is.
     *
     * @param key key of the entry; the last entry with a key counts
     * @param value text of the entry
     */
    public void addMetadata(String key, String value) {
        addMetadata(key, value, false);
    }

    /**
     * Adds a JSON value to the metadata of the window that is open, or of the next one if none is. Text that is no valid
     * JSON is written to files as a string.
     *
     * @param key key of the entry; the last entry with a key counts
     * @param json JSON text of the entry
     */
    public void addMetadataJson(String key, String json) {
        addMetadata(key, json, true);
    }

    private void addMetadata(String key, String value, boolean isJson) {
        if (isUsable(key, value)) {
            metadata.add(key, new MetadataValue(value, isJson));
        }
    }

    /** Asks for null too, which callers without a null checker may pass. */
    private boolean isUsable(String key, String value) {
        if (key != null && value != null && key.length() <= Defaults.MAX_TEXT_LENGTH) {
            return true;
        }
        String name = key == null ? "without a key" : "'" + key.substring(0, Math.min(key.length(), 40)) + "'";
        failures.add(
                ProfileFailure.Kind.METADATA_IGNORED,
                "Metadata " + name + " was ignored: it must have a value, and a key of at most "
                        + Defaults.MAX_TEXT_LENGTH + " characters, which is what JSON readers take");
        return false;
    }

    /**
     * Adds a JSON value to the metadata of this and every later window; see {@link #addMetadataJson}.
     *
     * @param key key of the entry; for one window {@link #addMetadata} with the same key overrides it
     * @param json JSON text of the entry
     */
    public void presetMetadataJson(String key, String json) {
        if (isUsable(key, json)) {
            metadata.preset(key, new MetadataValue(json, true));
        }
    }

    /**
     * {@return the trace of the last window that has been put together, which happens off the training thread: see
     * {@link #awaitDelivery}; empty if there is none yet}
     *
     * <p>After {@link #close()} it is that of the last window. The profile keeps it in memory until there is a newer one.
     */
    public Optional<Trace> lastTrace() {
        return Optional.ofNullable(lastTrace);
    }

    /** {@return the key averages of {@link #lastTrace()}; empty ones if there is none} */
    public KeyAverages keyAverages() {
        Trace trace = lastTrace;
        return trace == null ? KeyAverages.empty() : KeyAverages.of(trace);
    }

    /**
     * {@return what went wrong so far and was kept from the training program; the first {@value Defaults#MAX_FAILURES}}
     */
    public List<ProfileFailure> failures() {
        return failures.list();
    }

    /** {@return how many failures there were, listed or not} */
    public long failureCount() {
        return failures.count();
    }

    /**
     * {@return how many failures of one kind there were, listed or not}
     *
     * @param kind which kind to count
     */
    public long failureCount(ProfileFailure.Kind kind) {
        return failures.count(kind);
    }

    @Override
    public String toString() {
        return "profile '" + options.name() + "' (step " + stepNumber() + ", " + currentAction() + ")";
    }

    /**
     * Gathers what a profile is to do. Setters fail with {@link IllegalArgumentException} or {@link NullPointerException}
     * naming the parameter, its value and what is allowed. For use by one thread.
     */
    public static final class Builder {
        private static final Duration LONGEST = Duration.ofDays(365);
        private static final long MOST_EVENTS = 2_000_000_000;
        private static final long LEAST_BYTES = 1 << 16;
        private static final long MOST_PENDING = 1000;

        private final List<TraceHandler> handlers = new ArrayList<>();
        private final List<ActivitySource> sources = new ArrayList<>();
        private @Nullable String name;
        private @Nullable Schedule schedule;
        private @Nullable DistributedInfo distributed;
        private long maxEvents = Defaults.MAX_EVENTS;
        private long maxBufferBytes = Defaults.maxBufferBytes();
        private int maxPendingTraces = Defaults.MAX_PENDING_TRACES;
        private boolean synchronousDelivery;
        private Duration handlerTimeout = Defaults.HANDLER_TIMEOUT;
        private Duration closeTimeout = Defaults.CLOSE_TIMEOUT;

        private Builder() {}

        /**
         * What the profile is called in messages; default {@code profile-N}.
         *
         * @param value any text
         * @return this builder
         */
        public Builder name(String value) {
            name = Objects.requireNonNull(value, "name");
            return this;
        }

        /**
         * What to do in each step; default: record everything from start to close as one window without step marks.
         *
         * @param value chooses the action of each step
         * @return this builder
         */
        public Builder schedule(Schedule value) {
            schedule = Objects.requireNonNull(value, "schedule");
            return this;
        }

        /**
         * Adds a handler; handlers are called in the order in which they were added.
         *
         * @param handler what gets the trace of each window
         * @return this builder
         */
        public Builder onTraceReady(TraceHandler handler) {
            handlers.add(Objects.requireNonNull(handler, "handler"));
            return this;
        }

        /**
         * Adds a source of more than scopes; default none.
         *
         * @param source what is recorded besides scopes
         * @return this builder
         */
        public Builder source(ActivitySource source) {
            sources.add(Objects.requireNonNull(source, "source"));
            return this;
        }

        /**
         * Says which worker of a distributed run this is; default: what the launcher's environment variables say.
         *
         * @param info rank, number of workers, backend and host
         * @return this builder
         */
        public Builder distributed(DistributedInfo info) {
            distributed = Objects.requireNonNull(info, "info");
            return this;
        }

        /**
         * Most events that a window's buffers hold; default {@value Defaults#MAX_EVENTS}.
         *
         * @param value number of events, 1 to 2,000,000,000
         * @return this builder
         */
        public Builder maxEvents(long value) {
            maxEvents = inRange("maxEvents", value, 1, MOST_EVENTS);
            return this;
        }

        /**
         * Most bytes that a window holds while it is recorded: events, names, arguments, step marks, and a kilobyte for
         * each thread; default {@link Defaults#maxBufferBytes()}. Its trace takes about as much again, and so does each
         * window that waits for slow handlers.
         *
         * @param value number of bytes, 65,536 or more
         * @return this builder
         */
        public Builder maxBufferBytes(long value) {
            maxBufferBytes = inRange("maxBufferBytes", value, LEAST_BYTES, Long.MAX_VALUE);
            return this;
        }

        /**
         * Most windows that wait for slow handlers; default {@value Defaults#MAX_PENDING_TRACES}. A window that ends while
         * so many wait is lost, and counted.
         *
         * @param value number of windows, 1 to 1000
         * @return this builder
         */
        public Builder maxPendingTraces(int value) {
            maxPendingTraces = (int) inRange("maxPendingTraces", value, 1, MOST_PENDING);
            return this;
        }

        /**
         * Whether windows are delivered on the thread that calls {@code step()}, which then waits for the handlers
         * without a timeout; default false.
         *
         * @param value true for delivery on that thread
         * @return this builder
         */
        public Builder synchronousDelivery(boolean value) {
            synchronousDelivery = value;
            return this;
        }

        /**
         * How long a handler may take for one trace before it is left behind; default 5 minutes.
         *
         * @param value more than 0, at most 365 days
         * @return this builder
         */
        public Builder handlerTimeout(Duration value) {
            handlerTimeout = positive("handlerTimeout", value);
            return this;
        }

        /**
         * How long {@link Profile#close()} waits for the handlers; default a minute.
         *
         * @param value more than 0, at most 365 days
         * @return this builder
         */
        public Builder closeTimeout(Duration value) {
            closeTimeout = positive("closeTimeout", value);
            return this;
        }

        /** {@return the profile, not started} */
        public Profile build() {
            return new Profile(new ProfileOptions(
                    name != null ? name : "profile-" + CREATED.incrementAndGet(),
                    schedule,
                    handlers,
                    sources,
                    distributed,
                    maxEvents,
                    maxBufferBytes,
                    maxPendingTraces,
                    synchronousDelivery,
                    handlerTimeout,
                    closeTimeout));
        }

        /**
         * {@return the profile, started; see {@link Profile#start()} for what is thrown}
         *
         * @throws IllegalStateException if another profile is running
         */
        public Profile start() {
            Profile profile = build();
            profile.start();
            return profile;
        }

        private static long inRange(String parameter, long value, long least, long most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(
                        parameter + " = " + value + " is not allowed: must be " + least + " to " + most);
            }
            return value;
        }

        private static Duration positive(String parameter, Duration value) {
            if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        parameter + " = " + value + " is not allowed: must be more than 0 and at most " + LONGEST);
            }
            return value;
        }
    }
}
