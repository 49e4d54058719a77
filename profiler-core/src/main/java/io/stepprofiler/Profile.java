package io.stepprofiler;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A recording session around a training loop.
 *
 * <pre>{@code
 * try (Profile profile = Profile.builder()
 *         .schedule(Schedule.builder().wait(5).warmup(1).active(3).repeat(2).build())
 *         .onTraceReady(TensorBoardHandler.to(Path.of("log")))
 *         .start()) {
 *     for (Batch batch : batches) {
 *         train(batch);
 *         profile.step();
 *     }
 * }
 * }</pre>
 *
 * <p>With a schedule, {@link #step()} moves from window to window, and each finished window becomes a {@link Trace}
 * that the handlers get. Without one, everything from start to close is one trace, whose step marks are those of
 * {@link StepScope}s, if there are any. At {@link #close()} a window that has not had all its steps is delivered all
 * the same, marked partial.
 *
 * <p>At most one profile of a process runs at a time. Starting it fails fast; after that nothing here throws into the
 * training loop: what goes wrong is counted, logged once, and listed by {@link #failures()}. All methods may be called
 * on any thread; overlapping calls of {@code step()} count as one.
 */
public final class Profile implements AutoCloseable {
    private final ProfileOptions options;
    private final Failures failures = new Failures(System.getLogger(Profile.class.getName()));
    private final Metadata metadata = new Metadata(failures);
    private final ProfileResults results;
    private final ProfileOutput output;
    final StepLoop loop;

    Profile(ProfileOptions options) {
        this.options = options;
        results = new ProfileResults(options.accumulatesAverages(), options.history() != null, failures);
        WorkLog work = new WorkLog();
        Delivery delivery = options.newDelivery(results, work);
        loop = new StepLoop(this, options, delivery, work, metadata, failures);
        output = new ProfileOutput(options, loop, loop.recording(), delivery, results.snapshots(), failures);
    }

    /** {@return a builder with the defaults of {@link Defaults}} */
    public static ProfileBuilder builder() {
        return new ProfileBuilder();
    }

    /** {@return the profile of this process that has been started and not stopped; empty if there is none} */
    public static Optional<Profile> running() {
        return ProcessState.host() instanceof StepLoop running ? Optional.of(running.profile()) : Optional.empty();
    }

    /** {@return the activities that every profile can record; those of further activity sources are added to them} */
    public static Set<Activity> supportedActivities() {
        return ProfileBuilder.SUPPORTED;
    }

    /**
     * Starts the profile again after {@link #stop()}; {@link ProfileBuilder#start()} has started it the first time.
     * Steps go on counting. Where there is no memory, or no thread, it stays off, which is counted.
     *
     * @throws IllegalStateException if this or another profile is running, or this one has been closed
     * @throws RuntimeException what a handler finds wrong in {@link
     * TraceHandler#onStart(io.stepprofiler.event.CaptureOptions)}, or the schedule throws
     */
    public void start() {
        loop.start();
    }

    /**
     * Ends the current step and begins the next. Call it at the end of each iteration. Costs a question to the schedule
     * while nothing is to be done; a step that ends a window pays for stopping it, not for its files.
     */
    public void step() {
        loop.step();
    }

    /**
     * Ends recording; an open window is delivered, marked partial if it has not had all its steps. Does not wait for
     * the handlers. Does nothing if the profile is not running.
     */
    public void stop() {
        loop.stop();
    }

    /**
     * Stops, and waits for the handlers up to the {@linkplain DeliveryOptions#closeTimeout timeout}; what has not been
     * delivered by then is given up and counted. An interrupt does not cut the waiting short and is kept. A further
     * call only waits. Called by a handler, it does not wait, and takes effect after the step if the handler runs
     * within one.
     */
    @Override
    public void close() {
        loop.close(results.snapshots());
    }

    /**
     * Delivers what is kept of a {@link History}, soon and on the profiler's threads; recording goes on. What is asked
     * for again before that has begun is the same trace, which names all reasons. Never throws and does not wait; on
     * any thread.
     *
     * @param reason why, for the log, and the trace's metadata under {@code snapshot}
     */
    public void snapshot(String reason) {
        output.snapshot(reason);
    }

    /**
     * Does the same as {@link #snapshot}, and answers the trace that was asked for besides. The future completes on a
     * thread of the profiler; if there is no history, the profile is not running, or the trace cannot be put together, with a
     * {@link CaptureException} that says so, after {@link Defaults#SNAPSHOT_TIMEOUT} at the latest.
     *
     * @param reason why, for the log, and the trace's metadata under {@code snapshot}
     * @return the trace, when it is there
     */
    public CompletableFuture<Trace> takeSnapshot(String reason) {
        return output.takeSnapshot(reason);
    }

    /**
     * Gives what has been recorded so far to the receiver of a {@linkplain ProfileBuilder#stream stream}, on the
     * calling thread; recording goes on. Waits up to a second for activity sources, but asks none whose pieces cost
     * much. Does nothing without a stream, or while no window is open; never throws.
     */
    public void flush() {
        output.flush();
    }

    /**
     * Waits until every window that has ended, and every snapshot that was asked for, has been delivered.
     *
     * @param timeout longest time to wait
     * @return whether it has; false if the timeout came first, or if called by a handler
     */
    public boolean awaitDelivery(Duration timeout) {
        return output.await(timeout);
    }

    /** {@return what it is called} */
    public String name() {
        return options.name();
    }

    /**
     * Records nothing until {@link #resume()}. With a schedule, no window begins; one that has begun, or warms up, goes
     * on to its end, so that none is cut short. Without one, as with a history, nothing is recorded from now on, and
     * the window stays open. Steps go on counting. Does nothing if it is paused; never throws.
     */
    public void pause() {
        loop.pause(true);
    }

    /**
     * Ends {@link #pause()}. With a schedule, the next window is the first that begins from now on: one whose beginning
     * fell into the pause is left out whole. Does nothing if it is not paused; never throws.
     */
    public void resume() {
        loop.pause(false);
    }

    /** {@return whether {@link #pause()} has been called, and {@link #resume()} has not} */
    public boolean isPaused() {
        return loop.isPaused();
    }

    /** {@return what it does in which step, in words, such as {@code wait=5 warmup=1 active=3 repeat=2}} */
    public String schedule() {
        return loop.schedule();
    }

    /** {@return the number of the current step, from 0; the steps that {@link #step()} has ended} */
    public long stepNumber() {
        return loop.stepNumber();
    }

    /** {@return what is being done in the current step; {@link ProfilerAction#NONE} when not running} */
    public ProfilerAction currentAction() {
        return loop.currentAction();
    }

    /** {@return whether the profile has been started and not stopped} */
    public boolean isRunning() {
        return loop.isRunning();
    }

    /**
     * Adds a text to the metadata of the window that is open, or of the next one if none is.
     *
     * @param key key of the entry; the last entry with a key counts
     * @param value text of the entry
     */
    public void addMetadata(String key, String value) {
        metadata.add(key, value, false);
    }

    /**
     * Adds a JSON value to the metadata of the window that is open, or of the next one if none is. Text that is no
     * valid JSON is written to files as a string.
     *
     * @param key key of the entry; the last entry with a key counts
     * @param json JSON text of the entry
     */
    public void addMetadataJson(String key, String json) {
        metadata.add(key, json, true);
    }

    /**
     * Adds a JSON value to the metadata of this and every later window; see {@link #addMetadataJson}.
     *
     * @param key key of the entry; for one window {@link #addMetadata} with the same key overrides it
     * @param json JSON text of the entry
     */
    public void presetMetadataJson(String key, String json) {
        metadata.presetJson(key, json);
    }

    /**
     * Switches the recording of some activities on or off, now, in the middle of a window if one is open, and for later
     * windows. Scopes that are open stay open and are recorded with their ends. Waits for a {@link #step()} that is
     * under way on another thread; never throws.
     *
     * @param enable whether they are to be recorded
     * @param activities of those that the profile was built to record; the others are ignored and told, see
     *     {@link #failures()}; none changes nothing
     */
    public void toggleCollection(boolean enable, Set<Activity> activities) {
        loop.toggles().activities(enable, activities);
    }

    /**
     * Switches the recording of some parts of activities on or off; see {@link #toggleCollection}.
     *
     * @param enable whether they are to be recorded
     * @param types of those that the profile was built to record; the others are ignored and told
     */
    public void toggleTypes(boolean enable, Set<ActivityType> types) {
        loop.toggles().types(enable, types);
    }

    /**
     * {@return the id of the trace that is being prepared or recorded, or else of the last one; empty before the first}
     * There is a new one for each cycle, made when it is prepared.
     */
    public String traceId() {
        return loop.recording().traceId();
    }

    /**
     * Changes what makes the ids of traces, one a cycle, on the training thread, from the next cycle on; at first they
     * are random ones of 32 hexadecimal digits. An answer that cannot be used is counted, and the trace has a random id.
     *
     * @param callback answers an id of 1 to {@value Defaults#MAX_TEXT_LENGTH} characters; null is as one that fails
     */
    public void traceIdCallback(Supplier<String> callback) {
        loop.recording().traceIds().callback(callback);
    }

    /**
     * {@return the trace of the last window that has been put together, which happens off the training thread: see
     * {@link #awaitDelivery}; empty if there is none yet}
     *
     * <p>After {@link #close()} it is that of the last window. The profile keeps it in memory until there is a newer
     * one.
     */
    public Optional<Trace> lastTrace() {
        return Optional.ofNullable(results.lastTrace());
    }

    /** {@return how many windows have been put together so far, delivered or not} */
    public long windowCount() {
        return results.windows();
    }

    /** {@return what is kept of the past, if this profile records all the time; empty if it does not} */
    public Optional<History> history() {
        return Optional.ofNullable(options.history());
    }

    /** {@return the types of activities that windows record, as {@link #toggleTypes} has left them} */
    public Set<ActivityType> recordedTypes() {
        return loop.toggles().chosen();
    }

    /**
     * {@return the key averages of {@link #lastTrace()}, or, if the profile
     * {@linkplain ProfileBuilder#accumulateAverages accumulates} them, of all windows so far; empty ones if there is
     * none}
     */
    public KeyAverages keyAverages() {
        return results.keyAverages();
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
        return loop.toString();
    }
}
