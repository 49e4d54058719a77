package io.stepprofiler;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.nio.file.Path;
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
 * that the handlers get. If there is no schedule, everything from start to close is one trace, with the step marks of
 * {@link StepScope}s. At {@link #close()}, an incomplete window is delivered, too, marked partial,
 * unless nothing was recorded in it.
 *
 * <p>At most one profile of a process runs at a time. Starting it fails fast; after that nothing here throws into the
 * training loop: failures are counted, logged once, and listed by {@link #failures()}. All methods may be called on any
 * thread; overlapping calls of {@code step()} count as one.
 */
public final class Profile implements AutoCloseable {
    private final ProfileSettings options;
    private final Failures failures = new Failures(System.getLogger(Profile.class.getName()));
    private final Metadata metadata = new Metadata(failures);
    private final RunLedger ledger;
    private final ProfileResults results;
    private final ProfileOutput output;
    final StepLoop loop;

    Profile(ProfileSettings options) {
        this.options = options;
        ledger = new RunLedger(options, failures);
        // Handlers may read the ledger's file.
        results = new ProfileResults(
                options.accumulatesAverages(), options.storage().history() != null, ledger::flush, failures);
        WorkLog work = new WorkLog();
        Delivery delivery = options.newDelivery(results, work);
        loop = new StepLoop(this, options, delivery, work, metadata, ledger, failures);
        output = new ProfileOutput(options, loop, loop.recording(), delivery, results.snapshots(), failures);
    }

    /** {@return a builder with the defaults that its setters name} */
    public static ProfileBuilder builder() {
        return new ProfileBuilder();
    }

    /** {@return the profile of this process that has been started and not stopped; empty if there is none} */
    public static Optional<Profile> running() {
        return ProcessState.host() instanceof StepLoop running ? Optional.of(running.profile()) : Optional.empty();
    }

    /** {@return the activities that every profile can record; activity sources add further ones} */
    public static Set<Activity> supportedActivities() {
        return ProfileBuilder.SUPPORTED;
    }

    /**
     * Starts the profile again after {@link #stop()}; {@link ProfileBuilder#start()} has started it the first time.
     * Step numbers continue. If memory or a thread is lacking, it stays off, which is counted as a failure.
     *
     * @throws IllegalStateException if this or another profile is running, or this one has been closed
     * @throws RuntimeException if a handler throws it in {@link
     *     TraceHandler#onStart(io.stepprofiler.event.RecordingOptions)}, or the schedule does
     */
    public void start() {
        loop.start();
    }

    /**
     * Ends the current step and begins the next. Call it at the end of each iteration. An idle step costs a call of the
     * schedule; a step that ends a window pays for stopping it, not for its files.
     */
    public void step() {
        loop.step();
    }

    /**
     * Ends recording; an open window is delivered, marked partial if it is incomplete. Does not wait for the handlers.
     * Does nothing if the profile is not running.
     */
    public void stop() {
        loop.stop();
    }

    /**
     * Stops, and waits for the handlers up to the {@linkplain DeliveryOptions#withCloseTimeout timeout}; windows not
     * delivered by then are dropped and counted. An interrupt does not shorten the wait, and stays set. A further call
     * only waits. A call by a handler does not wait, and takes effect after the step if the handler runs within one.
     */
    @Override
    public void close() {
        loop.close(results.snapshots());
    }

    /**
     * Delivers the kept steps of a {@link History}, soon and on the profiler's threads; recording continues. Requests
     * made before the delivery begins share one trace, which names all reasons. Never throws and does not wait; for any
     * thread.
     *
     * @param reason why, for the log, and the trace's metadata under {@code snapshot}
     */
    public void snapshot(String reason) {
        output.snapshot(reason);
    }

    /**
     * Does the same as {@link #snapshot}, and also returns the trace. The future completes on a thread of the profiler,
     * after 40 seconds at the latest; it fails with a {@link CaptureException} if there is no
     * history, the profile is not running, or the trace cannot be assembled.
     *
     * @param reason why, for the log, and the trace's metadata under {@code snapshot}
     * @return a future of the trace
     */
    public CompletableFuture<Trace> takeSnapshot(String reason) {
        return output.takeSnapshot(reason);
    }

    /**
     * {@return a trace of the open window so far, which is not delivered; empty if no window is open} Recording
     * continues. Waits up to a second for activity sources; expensive sources deliver only if they are due. Never
     * throws.
     */
    public Optional<Trace> soFar() {
        return loop.recording().soFar();
    }

    /**
     * Waits until every ended window and every requested snapshot has been delivered.
     *
     * @param timeout longest time to wait
     * @return whether all have been delivered; false if the timeout came first, or if a handler calls
     */
    public boolean awaitDelivery(Duration timeout) {
        return output.await(timeout);
    }

    /** {@return the name of the profile} */
    public String name() {
        return options.name();
    }

    /**
     * Pauses recording until {@link #resume()}. With a schedule, no further window begins; a window that has begun, or
     * warms up, continues to its end. A profile without a schedule, such as one with a history, records nothing from
     * now on, and its window stays open. Step numbers continue. Does nothing if already paused; never throws.
     */
    public void pause() {
        loop.pause(true);
    }

    /**
     * Ends {@link #pause()}. With a schedule, the next window is the first that begins from now on: a window that would
     * have begun during the pause is left out completely. Does nothing if it is not paused; never throws.
     */
    public void resume() {
        loop.pause(false);
    }

    /** {@return whether {@link #pause()} has been called, and {@link #resume()} has not} */
    public boolean isPaused() {
        return loop.isPaused();
    }

    /** {@return a description of the schedule, such as {@code wait=5 warmup=1 active=3 repeat=2}} */
    public String schedule() {
        return loop.schedule();
    }

    /** {@return the number of the current step, from 0: the number of steps that {@link #step()} has ended} */
    public long stepNumber() {
        return loop.stepNumber();
    }

    /** {@return the action of the current step; {@link ProfilerAction#NONE} when not running} */
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
     * @param activities activities that the profile was built to record; others are ignored and listed by {@link
     *     #failures()}; an empty set changes nothing
     */
    public void toggleCollection(boolean enable, Set<Activity> activities) {
        loop.toggles().activities(enable, activities);
    }

    /**
     * Switches the recording of some parts of activities on or off; see {@link #toggleCollection}.
     *
     * @param enable whether they are to be recorded
     * @param types types that the profile was built to record; others are ignored and listed by {@link #failures()}
     */
    public void toggleTypes(boolean enable, Set<ActivityType> types) {
        loop.toggles().types(enable, types);
    }

    /**
     * {@return the id of the trace that is being prepared or recorded, or else of the last one; empty before the first}
     * Each cycle has a new id, made when it is prepared.
     */
    public String traceId() {
        return loop.recording().traceId();
    }

    /**
     * Sets the supplier of trace ids, called once per cycle on the training thread, from the next cycle on; the default
     * ids are random, of 32 hexadecimal digits. An unusable id is counted as a failure, and the trace gets a random id.
     *
     * @param callback returns an id of 1 to {@value Label#MAX_LENGTH} characters; null acts like a callback
     *     that throws
     */
    public void traceIdCallback(Supplier<String> callback) {
        loop.recording().traceIds().callback(callback);
    }

    /**
     * {@return the last assembled trace; empty if there is none yet}
     *
     * <p>Traces are assembled off the training thread: see {@link #awaitDelivery}. After {@link #close()}, the last
     * trace is the trace of the last window. The profile keeps it in memory until there is a newer one.
     */
    public Optional<Trace> lastTrace() {
        return Optional.ofNullable(results.lastTrace());
    }

    /** {@return the number of windows assembled so far, delivered or not} */
    public long windowCount() {
        return results.windows();
    }

    /** {@return the options of the history, if this profile records continuously; empty otherwise} */
    public Optional<History> history() {
        return Optional.ofNullable(options.storage().history());
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
     * {@return the steps since the profile started, whether a window recorded them or not} Takes milliseconds, more for
     * long runs.
     */
    public StepLedger ledger() {
        return ledger.ledger();
    }

    /**
     * {@return the file of {@link #ledger()}, which is written once a step has ended; empty before the first start, and
     * if the ledger is in memory only}
     */
    public Optional<Path> ledgerFile() {
        return ledger.file();
    }

    /**
     * {@return the failures so far, which did not reach the training program; at most the first {@value
     * Defaults#MAX_FAILURES}}
     */
    public List<ProfileFailure> failures() {
        return failures.list();
    }

    /** {@return the number of failures, listed or not} */
    public long failureCount() {
        return failures.count();
    }

    /**
     * {@return the number of failures of one kind, listed or not}
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
