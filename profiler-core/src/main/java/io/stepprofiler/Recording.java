package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.Submission;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.StackTable;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.Warmth;
import io.stepprofiler.schedule.transition.TraceLifecycle;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.WindowSchedule;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.SegmentStore;
import io.stepprofiler.window.SegmentsInJournal;
import io.stepprofiler.window.SegmentsInMemory;
import io.stepprofiler.window.SnapshotRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recording side of a profile, driven by its state machine: switches the recorder and the sources from window to window
 * and submits the windows to delivery.
 *
 * <p>A warm-up is recorded like any window, and thrown away at {@code START}: the recorded steps reuse its buffers and
 * its warmed-up code.
 */
final class Recording implements TraceLifecycle {
    private final ProfileSettings options;
    private final TraceIds traceIds;
    private final Sources sources;
    private final WindowTraces traces;
    private final Delivery delivery;
    private final DeliveryWait deliveryWait;
    private final boolean isGuest;
    private final Metadata metadata;
    private final Failures failures;

    private volatile boolean keepChunks = true;
    private volatile String traceId = "";
    private volatile Set<ActivityType> types;
    private volatile boolean suspended;
    private @Nullable Window warmup;
    private @Nullable Window window;
    private volatile @Nullable Drainer drainer;
    private volatile Sources.@Nullable Recordings recordings;
    private @Nullable Alarms alarms;
    private @Nullable EndedWindow ended;

    /** Window from the start of the program, delivered only if no other one is. */
    private volatile @Nullable EndedWindow held;

    private boolean hasRecordedStep;
    private boolean windowHasStep;
    private long windows;
    private boolean hasTurn;

    /**
     * Creates the recording of a profile.
     *
     * @param isWaitedFor whether another thread waits for the end of the current step
     */
    Recording(
            ProfileSettings options,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            Failures failures,
            BooleanSupplier isWaitedFor) {
        this(options, delivery, work, metadata, failures, isWaitedFor, false);
    }

    /** Creates the recording of a capture, which has windows only while no profile has one. */
    static Recording ofGuest(
            ProfileSettings options, Delivery delivery, WorkLog work, Metadata metadata, Failures failures) {
        return new Recording(options, delivery, work, metadata, failures, () -> false, true);
    }

    private Recording(
            ProfileSettings options,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            Failures failures,
            BooleanSupplier isWaitedFor,
            boolean isGuest) {
        this.isGuest = isGuest;
        deliveryWait = new DeliveryWait(
                delivery,
                options.output().delivery().deliveryWait,
                isGuest ? null : options.schedule(),
                () -> ProcessSteps.pace().medianNanos(),
                isWaitedFor);
        this.options = options;
        this.delivery = delivery;
        this.metadata = metadata;
        this.failures = failures;
        types = options.capture().types();
        traceIds = new TraceIds(failures);
        sources = new Sources(options.sources(), options.capture().options(), failures);
        traces = new WindowTraces(options, traceIds, sources, work, metadata, failures);
        if (options.capture().options().withStack()) {
            StackTable.prepare();
        }
    }

    /** Does the slow preparation of the sources on the calling thread, which is not the training thread. */
    void warmUpSources() {
        sources.warmUp(types());
    }

    /** Begins the slow preparation of the sources, on a thread of its own. */
    void warmUpSourcesEarly() {
        sources.warmUpEarly(types());
    }

    /** True if the sources could begin to record at once. */
    boolean areSourcesReady() {
        return sources.areReady(types());
    }

    /** True if a window is being recorded. */
    boolean isOpen() {
        return window != null;
    }

    /** True if an ended window is kept back. */
    boolean isHolding() {
        return held != null;
    }

    /** Bytes of the open window so far; 0 if none is open. */
    long windowBytes() {
        Window current = window;
        return current == null ? 0 : current.budget.takenBytes();
    }

    /** Taken part of the memory for events of the open window, 0 to 1; 0 if none is open. */
    double windowFill() {
        Window current = window;
        Sources.Recordings running = recordings;
        return Math.max(
                current == null ? 0 : current.budget.takenPart(), running == null ? 0 : sources.filledPart(running));
    }

    /** True if any step of a window, not of a warm-up, has been recorded to its end. */
    boolean hasRecordedStep() {
        return hasRecordedStep;
    }

    /** Sets whether threads keep their buffers for another window after a delivery. */
    void keepChunks(boolean keep) {
        keepChunks = keep;
    }

    /** Id of the trace that is being prepared or recorded, or of the last trace; empty before the first. */
    String traceId() {
        return traceId;
    }

    TraceIds traceIds() {
        return traceIds;
    }

    /** Types to record, as chosen last. */
    Set<ActivityType> chosenTypes() {
        return types;
    }

    /** Switches types on or off, now and for later windows. */
    void toggle(boolean enable, Set<ActivityType> toggled) {
        Set<ActivityType> changed = EnumSet.noneOf(ActivityType.class);
        changed.addAll(types);
        if (enable) {
            changed.addAll(toggled);
            changed.retainAll(options.capture().types());
        } else {
            changed.removeAll(toggled);
        }
        types = Collections.unmodifiableSet(changed);
        switchTypes();
    }

    /** Suspends or resumes recording, now and in later windows. */
    void suspend(boolean suspends) {
        if (suspended != suspends) {
            suspended = suspends;
            switchTypes();
        }
    }

    private Set<ActivityType> types() {
        return suspended ? Set.of() : types;
    }

    private void switchTypes() {
        Window current = window != null ? window : warmup;
        if (current != null) {
            current.record(types());
            Recorder.switchTo(current);
        }
        Sources.Recordings running = recordings;
        if (running != null) {
            sources.toggle(running, types());
        }
    }

    /** Warms up the code of segments and of the journal, once in a process: see {@link WarmUp}. */
    void warmUpSegments() {
        JournalFormat format = options.storage().journalFormat();
        if (format == null && options.storage().history() == null) {
            return;
        }
        try {
            WarmUp.segments(newWindow(), format);
        } catch (RuntimeException | LinkageError e) {
            failures.add(ProfileFailure.Kind.JOURNAL_FAILED, "Journals cannot be written", e);
        }
    }

    @Override
    public boolean hasDeviceStopped() {
        Sources.Recordings running = recordings;
        return running != null && sources.hasStopped(running);
    }

    // Q9: a window of a profile ends a running capture.
    /** Claims the recorder, which interrupts a capture: windows of profiles take precedence. */
    private void claimRecorder() {
        if (!isGuest && !hasTurn) {
            hasTurn = true;
            ProcessState.profileTakesTurn("a window of profile '" + options.name() + "' was due");
        }
    }

    private void leaveTurn() {
        if (hasTurn) {
            hasTurn = false;
            ProcessState.profileLeavesTurn();
        }
    }

    @Override
    public void prepare() {
        discardEnded();
        claimRecorder();
        deliveryWait.await();
        traceId = traceIds.next();
        warmup = newWindow();
        Recorder.switchTo(warmup);
        sources.prepare(types());
    }

    @Override
    public void start() {
        // Before the sources, so that their events lie within the window.
        Window started = newWindow();
        window = started;
        windowHasStep = false;
        Sources.Recordings begun = sources.start(types());
        recordings = begun;
        Recorder.switchTo(started);
        SegmentStore store = store(traceId, started, begun);
        Drainer drains = new Drainer(
                started,
                store,
                options.storage().segmentLimits(),
                failures,
                this::deliverSnapshot,
                reading -> sources.clockRead(begun, reading));
        drainer = drains;
        sources.deliver(
                begun,
                drains,
                store != null ? options.storage().segmentLimits().sourceNanos() : SourceRecording.WHEN_AWAITED);
        if (options.capture().options().profileMemory() && !options.sources().isEmpty()) {
            started.soFar = () -> Sources.haveAnyPieces(begun) ? traces.soFar(drains, begun) : Optional.empty();
        }
        History history = options.storage().history();
        if (history != null) {
            Alarms watching = new Alarms(history, drains::ask);
            alarms = watching;
            started.alarms = watching;
            watching.start();
        }
        drains.start();
        releaseWarmup();
    }

    /** Requests a snapshot; null if nothing is recorded. */
    @Nullable
    SnapshotRequest askForSnapshot(String reason) {
        Drainer drains = drainer;
        return drains == null ? null : drains.ask(reason, SnapshotRequest.NO_STEP);
    }

    /** Waits until all requested snapshots are about to be delivered; false at the timeout. */
    boolean awaitSnapshots(Duration timeout) {
        Drainer drains = drainer;
        return drains == null || drains.requests().awaitNone(timeout);
    }

    /** Returns a trace of the open window so far, with events of sources; empty if none is open. */
    Optional<Trace> soFar() {
        Drainer drains = drainer;
        Sources.Recordings running = recordings;
        return drains == null || running == null ? Optional.empty() : traces.soFar(drains, running);
    }

    private void deliverSnapshot(SnapshotRequest request) {
        Drainer drains = drainer;
        if (drains == null) {
            return; // The window has ended meanwhile, and is delivered as a whole.
        }
        try {
            SnapshotSubmission submission = traces.snapshot(drains, recordings, request);
            if (submission == null) {
                return;
            }
            if (!delivery.submit(submission) && drains.requests().settle(request)) {
                String lost = "A snapshot was lost: others wait for handlers already, and more than maxPendingBytes = "
                        + options.output().maxPendingBytes() + " may not";
                failures.add(ProfileFailure.Kind.WINDOW_LOST, lost);
                request.lose(lost);
            }
        } catch (RuntimeException | Error e) {
            boolean isLost = drains.requests().settle(request);
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "A snapshot could not be put together", e);
            if (isLost) {
                request.lose(SnapshotSubmission.lost(e));
            }
        }
    }

    private @Nullable SegmentStore store(String id, Window started, Sources.Recordings begun) {
        JournalOptions journal = options.storage().journal();
        JournalFormat format = options.storage().journalFormat();
        if (journal != null && format != null) {
            return new SegmentsInJournal(format, journal, () -> traces.head(id, started, begun));
        }
        return options.storage().history() == null ? null : new SegmentsInMemory();
    }

    @Override
    public void stop() {
        try {
            stopWindow();
        } finally {
            leaveTurn();
        }
    }

    private void stopWindow() {
        Recorder.switchTo(null);
        releaseWarmup();
        Window stopped = window;
        Sources.Recordings running = recordings;
        Drainer drains = drainer;
        if (stopped == null || running == null || drains == null) {
            return;
        }
        window = null;
        recordings = null;
        drainer = null;
        drains.stop();
        stopped.alarms = null;
        Alarms watching = alarms;
        alarms = null;
        if (watching != null) {
            watching.stop();
        }
        ended = new EndedWindow(stopped, drains, running, traceId, ++windows, () -> keepChunks);
        sources.stop(running);
        stopped.end();
    }

    @Override
    public void publish(boolean partial) {
        EndedWindow published = ended;
        ended = null;
        if (published == null) {
            return; // START failed, which has been reported.
        }
        if (options.storage().history() != null && published.isUnwanted()) {
            published.release(false);
            return;
        }
        Schedule schedule = options.schedule();
        Warmth warmth = schedule == null ? Warmth.WARM : schedule.warmth();
        if (warmth == Warmth.COLD && !partial) {
            // W8: kept as a window, which costs no assembly.
            held = published;
            return;
        }
        if (windowHasStep) {
            dropHeld();
        }
        submit(published, warmth, partial);
    }

    /** Delivers the window that was kept back, if no other one with a whole step has been published. */
    void publishHeld() {
        EndedWindow kept = held;
        held = null;
        if (kept != null) {
            submit(kept, Warmth.COLD, false);
        }
    }

    private void dropHeld() {
        EndedWindow kept = held;
        held = null;
        if (kept != null) {
            kept.release(false);
        }
    }

    private void submit(EndedWindow published, Warmth warmth, boolean partial) {
        Map<String, MetadataValue> own = metadata.take();
        String chosen = options.scheduleInWords();
        if (WindowSchedule.isAutomatic(chosen)) {
            own.putIfAbsent(WindowSchedule.KEY, new MetadataValue(chosen, false));
        }
        if (warmth != Warmth.WARM) {
            own.put(Remarks.NOT_WARM, new MetadataValue(warmth.reason(), false));
        }
        Submission submission = new WindowSubmission(
                published, traces, own, partial, options.storage().history() != null);
        deliveryWait.submitted();
        if (!delivery.submit(submission)) {
            submission.discard();
            traces.lost(published);
        }
    }

    @Override
    public void stepLeft(long step) {
        if (window == null && warmup == null) {
            deliveryWait.stepLeft(step);
        }
    }

    @Override
    public void stepBegan(long step) {
        Window current = window;
        if (current != null) {
            try {
                ready(current);
            } finally {
                current.steps.begin(step);
            }
        }
        Sources.Recordings running = recordings;
        if (running != null) {
            sources.stepBegan(running, step);
        }
    }

    private static void ready(Window current) {
        if (current.records(ActivityType.SCOPE)) {
            ThreadRecorder.ready(current);
        }
    }

    @Override
    public void stepEnded(long step) {
        Window current = window;
        if (current != null) {
            hasRecordedStep = true;
            windowHasStep = true;
            long ticks = current.steps.end();
            // A step of another thread than the last one needs that thread's track, also in a segment.
            ready(current);
            Alarms watching = alarms;
            if (watching != null && ticks > 0) {
                watching.stepEnded(step, ticks);
            }
        }
    }

    @Override
    public void warn(String message) {
        failures.add(ProfileFailure.Kind.SCHEDULE_FAILED, message);
    }

    /** Throws away a stopped window that was not published, when it no longer can be. */
    void discardEnded() {
        EndedWindow discarded = ended;
        ended = null;
        if (discarded != null) {
            discarded.release(false);
            // A window without a step is a warm-up that ended early: nothing is lost.
            if (!discarded.window().steps.isEmpty()) {
                failures.add(
                        ProfileFailure.Kind.WINDOW_DISCARDED,
                        "A window was thrown away: the schedule left it without RECORD_AND_SAVE");
            }
        }
    }

    /** Throws away a stopped window that is not wanted, without reporting a failure. */
    void discard() {
        EndedWindow unwanted = ended;
        ended = null;
        if (unwanted != null) {
            unwanted.release(false);
        }
    }

    private void releaseWarmup() {
        Window discarded = warmup;
        warmup = null;
        if (discarded != null) {
            discarded.discard();
        }
    }

    private Window newWindow() {
        Window created = Recorder.newWindow(
                options.storage().maxEvents(),
                options.storage().maxBufferBytes(),
                options.capture().with(types()));
        // R11: with a schedule, steps would be marked twice.
        if (options.schedule() == null) {
            created.steps.takeScopes();
        }
        return created;
    }
}
