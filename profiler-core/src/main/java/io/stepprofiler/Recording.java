package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.StackTable;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.schedule.transition.TraceLifecycle;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.SegmentStore;
import io.stepprofiler.window.SegmentsInJournal;
import io.stepprofiler.window.SegmentsInMemory;
import io.stepprofiler.window.SnapshotRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
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
    private static final RecordingPhase IDLE = new RecordingPhase.Idle();

    private final ProfileSettings options;
    private final TraceIds traceIds;
    private final Sources sources;
    private final WindowTraces traces;
    private final Delivery delivery;
    private final WindowDelivery windows;
    private final boolean isGuest;
    private final Failures failures;

    private volatile RecordingPhase phase = IDLE;
    private volatile boolean keepChunks = true;
    private volatile String traceId = "";
    private volatile Set<ActivityType> types;
    private volatile boolean suspended;
    private boolean hasRecordedStep;
    private long count;

    /**
     * Creates a recording without a window.
     *
     * @param isGuest whether it is of a capture, which has windows only while no profile has one
     * @param isWaitedFor whether another thread waits for the end of the current step
     */
    Recording(
            ProfileSettings options,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            Failures failures,
            boolean isGuest,
            BooleanSupplier isWaitedFor) {
        this.isGuest = isGuest;
        this.options = options;
        this.delivery = delivery;
        this.failures = failures;
        types = options.capture().types();
        traceIds = new TraceIds(failures);
        sources = new Sources(options.sources(), options.capture().options(), failures);
        traces = new WindowTraces(options, traceIds, sources, work, metadata, failures);
        windows = new WindowDelivery(
                options, delivery, isGuest ? null : options.schedule(), isWaitedFor, traces, metadata);
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
        return phase instanceof RecordingPhase.Open;
    }

    /** Delivery of the ended windows. */
    WindowDelivery windows() {
        return windows;
    }

    /** Bytes of the open window so far; 0 if none is open. */
    long windowBytes() {
        return phase instanceof RecordingPhase.Open open ? open.window().budget.takenBytes() : 0;
    }

    /** Taken part of the memory for events of the open window, 0 to 1; 0 if none is open. */
    double windowFill() {
        return phase instanceof RecordingPhase.Open open
                ? Math.max(open.window().budget.takenPart(), sources.filledPart(open.sources()))
                : 0;
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

    /** True if recording is suspended. */
    boolean isSuspended() {
        return suspended;
    }

    private Set<ActivityType> types() {
        return suspended ? Set.of() : types;
    }

    private void switchTypes() {
        RecordingPhase present = phase;
        if (present instanceof RecordingPhase.Active active) {
            active.window().record(types());
            Recorder.switchTo(active.window());
        }
        if (present instanceof RecordingPhase.Open open) {
            sources.toggle(open.sources(), types());
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
        return phase instanceof RecordingPhase.Open open && sources.hasStopped(open.sources());
    }

    // Q9: a window of a profile ends a running capture.
    /** Claims the recorder, which interrupts a capture: windows of profiles take precedence. */
    private void claimRecorder() {
        if (!isGuest) {
            ProcessState.takeTurn(this, "a window of profile '" + options.name() + "' was due");
        }
    }

    @Override
    public void prepare() {
        discardEnded();
        claimRecorder();
        windows.untilDelivered().await();
        traceId = traceIds.next();
        Window warmup = newWindow();
        phase = new RecordingPhase.WarmingUp(warmup);
        Recorder.switchTo(warmup);
        sources.prepare(types());
    }

    @Override
    public void start() {
        // A wrong schedule begins a window after another one, without a preparation.
        discardEnded();
        claimRecorder();
        RecordingPhase before = phase;
        // Before the sources, so that their events lie within the window.
        Window started = newWindow();
        Sources.Recordings begun = new Sources.Recordings();
        SegmentStore store = store(traceId, started, begun);
        Drainer drains = new Drainer(
                started,
                store,
                options.storage().segmentLimits(),
                failures,
                this::deliverSnapshot,
                reading -> sources.clockRead(begun, reading));
        History history = options.storage().history();
        Alarms alarms = history == null ? null : new Alarms(history, drains::ask);
        // Before anything that may fail, so that the end of the window ends all of it.
        phase = new RecordingPhase.Open(started, traceId, begun, drains, alarms, false);
        sources.start(begun, types());
        Recorder.switchTo(started);
        if (before instanceof RecordingPhase.WarmingUp warm) {
            warm.window().discard();
        }
        sources.deliver(
                begun,
                drains,
                store != null ? options.storage().segmentLimits().sourceNanos() : SourceRecording.WHEN_AWAITED);
        if (options.capture().options().profileMemory() && !options.sources().isEmpty()) {
            started.soFar = () -> Sources.haveAnyPieces(begun) ? traces.soFar(drains, begun) : Optional.empty();
        }
        if (alarms != null) {
            started.alarms = alarms;
            alarms.start();
        }
        drains.start();
    }

    /** Requests a snapshot; null if nothing is recorded. */
    @Nullable
    SnapshotRequest askForSnapshot(String reason) {
        return phase instanceof RecordingPhase.Open open ? open.drainer().ask(reason, SnapshotRequest.NO_STEP) : null;
    }

    /** Waits until all requested snapshots are about to be delivered; false at the timeout. */
    boolean awaitSnapshots(Duration timeout) {
        return !(phase instanceof RecordingPhase.Open open)
                || open.drainer().requests().awaitNone(timeout);
    }

    /** Returns a trace of the open window so far, with events of sources; empty if none is open. */
    Optional<Trace> soFar() {
        return phase instanceof RecordingPhase.Open open
                ? traces.soFar(open.drainer(), open.sources())
                : Optional.empty();
    }

    private void deliverSnapshot(SnapshotRequest request) {
        if (!(phase instanceof RecordingPhase.Open open)) {
            return; // The window has ended meanwhile, and is delivered as a whole.
        }
        Drainer drains = open.drainer();
        try {
            SnapshotSubmission submission = traces.snapshot(drains, open.sources(), request);
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
            Recorder.switchTo(null);
            if (phase instanceof RecordingPhase.WarmingUp warm) {
                phase = IDLE;
                warm.window().discard();
            } else if (phase instanceof RecordingPhase.Open open) {
                end(open);
            }
        } finally {
            ProcessState.leaveTurn(this);
        }
    }

    private void end(RecordingPhase.Open open) {
        Window window = open.window();
        EndedWindow ended =
                new EndedWindow(window, open.drainer(), open.sources(), open.traceId(), ++count, () -> keepChunks);
        phase = new RecordingPhase.Ended(ended, open.hasStep());
        open.drainer().stop();
        window.alarms = null;
        if (open.alarms() != null) {
            open.alarms().stop();
        }
        sources.stop(open.sources());
        window.end();
    }

    @Override
    public void publish(boolean partial) {
        // Else START failed, which has been reported.
        if (phase instanceof RecordingPhase.Ended ended) {
            phase = IDLE;
            windows.publish(ended, partial);
        }
    }

    @Override
    public void stepLeft(long step) {
        if (!(phase instanceof RecordingPhase.Active)) {
            windows.untilDelivered().stepLeft(step);
        }
    }

    @Override
    public void stepBegan(long step) {
        if (phase instanceof RecordingPhase.Open open) {
            try {
                ready(open.window());
            } finally {
                open.window().steps.begin(step);
            }
            sources.stepBegan(open.sources(), step);
        }
    }

    private static void ready(Window current) {
        if (current.records(ActivityType.SCOPE)) {
            ThreadRecorder.ready(current);
        }
    }

    @Override
    public void stepEnded(long step) {
        if (phase instanceof RecordingPhase.Open open) {
            hasRecordedStep = true;
            if (!open.hasStep()) {
                phase = open.withStep();
            }
            long ticks = open.window().steps.end();
            // A step of another thread than the last one needs that thread's track, also in a segment.
            ready(open.window());
            if (open.alarms() != null && ticks > 0) {
                open.alarms().stepEnded(step, ticks);
            }
        }
    }

    @Override
    public void warn(String message) {
        failures.add(ProfileFailure.Kind.SCHEDULE_FAILED, message);
    }

    /** Throws away a stopped window that was not published, when it no longer can be. */
    void discardEnded() {
        EndedWindow discarded = discard();
        // A window without a step is a warm-up that ended early: nothing is lost.
        if (discarded != null && !discarded.window().steps.isEmpty()) {
            failures.add(
                    ProfileFailure.Kind.WINDOW_DISCARDED,
                    "A window was thrown away: the schedule left it without RECORD_AND_SAVE");
        }
    }

    /** Throws away a stopped window, without reporting a failure; null if there is none. */
    @Nullable
    EndedWindow discard() {
        if (!(phase instanceof RecordingPhase.Ended ended)) {
            return null;
        }
        phase = IDLE;
        ended.window().release(false);
        return ended.window();
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
