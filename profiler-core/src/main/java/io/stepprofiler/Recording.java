package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.Submission;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.journal.JournalEnd;
import io.stepprofiler.journal.JournalFormat;
import io.stepprofiler.journal.JournalHead;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.machine.Surroundings;
import io.stepprofiler.schedule.TraceLifecycle;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.SegmentReceiver;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.OwnCost;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recording side of a profile, driven by its state machine: switches the recorder and the sources from window to window
 * and submits the windows to delivery.
 *
 * <p>A warm-up is recorded like any window, in one that START throws away: the buffers it made and the code it warmed
 * up are those that the recorded steps use.
 */
final class Recording implements TraceLifecycle {
    /** A window that has ended, with all that its trace needs. */
    private record Ended(Window window, Drainer drainer, Sources.Recordings recordings, String traceId, long number) {}

    /** What a window takes that waits, besides its events. */
    private static final long BYTES_PER_WINDOW = 4096;

    /** What an event takes in a trace, about. */
    private static final long BYTES_PER_EVENT = 64;

    /** The metadata that says how call stacks were taken. */
    private static final String CALL_STACKS = "call stacks";

    private static final System.Logger LOG = System.getLogger(Profile.class.getName());

    /** The metadata that says why a history was delivered. */
    private static final String SNAPSHOT = "snapshot";

    private final ProfileOptions options;
    private final TraceIds traceIds;
    private final ProcessInfo process;
    private final @Nullable DistributedInfo distributed;
    private final Sources sources;
    private final Delivery delivery;
    private final WorkLog work;
    private final DeliveryWait deliveryWait;
    private final boolean isGuest;
    private final LostWindows lost = new LostWindows();
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
    private @Nullable Ended ended;
    private boolean hasRecordedStep;
    private long windows;
    private FirstSteps firstSteps = FirstSteps.NONE;
    private boolean hasTurn;

    /**
     * Records what the options say.
     *
     * @param isWaitedFor whether another thread waits for the step that is under way to end
     */
    Recording(
            ProfileOptions options,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            Failures failures,
            BooleanSupplier isWaitedFor) {
        this(options, delivery, work, metadata, failures, isWaitedFor, false);
    }

    /** The recording of a capture, which has windows only while no profile has one. */
    static Recording ofGuest(
            ProfileOptions options, Delivery delivery, WorkLog work, Metadata metadata, Failures failures) {
        return new Recording(options, delivery, work, metadata, failures, () -> false, true);
    }

    private Recording(
            ProfileOptions options,
            Delivery delivery,
            WorkLog work,
            Metadata metadata,
            Failures failures,
            BooleanSupplier isWaitedFor,
            boolean isGuest) {
        this.isGuest = isGuest;
        deliveryWait = new DeliveryWait(
                delivery,
                options.deliveryWait(),
                isGuest ? null : options.schedule(),
                () -> ProcessSteps.pace().medianNanos(),
                isWaitedFor);
        this.options = options;
        this.delivery = delivery;
        this.work = work;
        this.metadata = metadata;
        this.failures = failures;
        types = options.capture().types();
        traceIds = new TraceIds(options.traceIds(), failures);
        process = ProcessInfo.current();
        distributed = options.distributed() != null
                ? options.distributed()
                : DistributedInfo.fromEnvironment(System.getenv(), process.host())
                        .orElse(null);
        sources = new Sources(options.sources(), options.capture().options(), failures);
        if (options.capture().options().withStack()) {
            StackTable.prepare();
        }
    }

    /** Has sources do what takes long, on the calling thread, which is not the training's. */
    void rehearseSources() {
        sources.rehearse(types());
    }

    /** Takes note that handlers rehearse, which no window is to measure. */
    void handlersRehearse() {
        deliveryWait.submitted();
    }

    /** Whether a window is being recorded. */
    boolean isOpen() {
        return window != null;
    }

    /** Whether any step has been recorded to its end, in a window and not in a warm-up. */
    boolean hasRecordedStep() {
        return hasRecordedStep;
    }

    /** Whether threads keep their buffers for another window once one has been delivered. */
    void keepChunks(boolean keep) {
        keepChunks = keep;
    }

    /** The id of the trace that is being prepared or recorded, or of the last one; empty before the first. */
    String traceId() {
        return traceId;
    }

    TraceIds traceIds() {
        return traceIds;
    }

    /** What is recorded, as it was chosen last. */
    Set<ActivityType> chosenTypes() {
        return types;
    }

    /** Switches what is recorded on and off, now and for later windows. */
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

    /** Records nothing, or again what was chosen, now and in later windows. */
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

    /**
     * Has done once what is done with segments, so that the first of them does not wait for it while the buffers fill.
     */
    void rehearse() {
        JournalFormat format = options.journalFormat();
        if (format == null && options.history() == null && options.receiver() == null) {
            return;
        }
        try {
            Rehearsal.hold(newWindow());
            if (format != null) {
                format.prepare();
            }
        } catch (RuntimeException | LinkageError e) {
            failures.add(ProfileFailure.Kind.JOURNAL_FAILED, "Journals cannot be written", e);
        }
    }

    @Override
    public boolean hasDeviceStopped() {
        Sources.Recordings running = recordings;
        return running != null && sources.hasStopped(running);
    }

    /** Ends a capture that records: windows of profiles go before. */
    private void takeTurn() {
        if (!isGuest && !hasTurn) {
            hasTurn = true;
            Captures.profileTakesTurn("a window of profile '" + options.name() + "' was due");
        }
    }

    private void leaveTurn() {
        if (hasTurn) {
            hasTurn = false;
            Captures.profileLeavesTurn();
        }
    }

    @Override
    public void prepare() {
        discardEnded();
        takeTurn();
        deliveryWait.await();
        traceId = traceIds.next();
        warmup = newWindow();
        Recorder.switchTo(warmup);
        sources.prepare(types());
    }

    @Override
    public void start() {
        // Before the sources, so that what they see is within the window.
        Window started = newWindow();
        window = started;
        Sources.Recordings begun = sources.start(types());
        recordings = begun;
        Recorder.switchTo(started);
        SegmentStore store = store(traceId, started);
        Drainer drains = new Drainer(
                started,
                store,
                options.segmentLimits(),
                failures,
                this::deliverSnapshot,
                reading -> sources.clockRead(begun, reading));
        drainer = drains;
        sources.deliver(
                begun, drains, store != null ? options.segmentLimits().sourceNanos() : SourceRecording.WHEN_AWAITED);
        if (options.capture().options().profileMemory() && !options.sources().isEmpty()) {
            started.soFar = () -> soFar(drains, begun);
        }
        History history = options.history();
        if (history != null) {
            Alarms alarms = new Alarms(history, drains::ask);
            started.alarms = alarms;
            alarms.start();
        }
        drains.start();
        releaseWarmup();
    }

    private Map<String, MetadataValue> presetMetadata() {
        Map<String, MetadataValue> preset = metadata.preset();
        preset.put(Drainer.CLOCK, new MetadataValue(Ticks.describe(), false));
        preset.put(Environment.KEY, Surroundings.environment().toMetadata());
        return preset;
    }

    /** Asks for what is kept to be delivered; null if nothing is recorded. */
    @Nullable
    SnapshotRequest askForSnapshot(String reason) {
        Drainer drains = drainer;
        return drains == null ? null : drains.ask(reason, Alarms.NONE);
    }

    /** Waits until all that has been asked for is about to be delivered; false if that takes too long. */
    boolean awaitSnapshots(Duration timeout) {
        Drainer drains = drainer;
        return drains == null || drains.requests().awaitNone(timeout);
    }

    /** What a window has recorded so far, with what its sources have seen; nothing if it has ended meanwhile. */
    private Optional<Trace> soFar(Drainer drains, Sources.Recordings running) {
        if (!Sources.haveAnyPieces(running)) {
            return Optional.empty();
        }
        try {
            JoinedSegments joined = newTrace("", false);
            drains.begin();
            boolean complete = drains.isWanting()
                    && sources.awaitPieces(running, Deadline.in(Defaults.SOURCE_WAIT), false, drains::keepUp);
            joined.trace().partial(!complete);
            return drains.soFar(joined) ? Optional.of(joined.build()) : Optional.empty();
        } catch (RuntimeException e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "What a window has seen so far cannot be read", e);
            return Optional.empty();
        }
    }

    /** Has what has been recorded so far stored, also what sources have seen. */
    void flush() {
        Drainer drains = drainer;
        Sources.Recordings running = recordings;
        if (drains != null && running != null) {
            sources.awaitPieces(running, Deadline.in(Defaults.SOURCE_WAIT), false, drains::keepUp);
            drains.flush();
        }
    }

    private void deliverSnapshot(SnapshotRequest request) {
        Drainer drains = drainer;
        if (drains == null) {
            return; // It has ended meanwhile, and is delivered as a whole.
        }
        try {
            JoinedSegments joined = newTrace(traceIds.next(), false);
            Sources.Recordings running = recordings;
            if (running != null) {
                sources.awaitPieces(running, Deadline.in(Defaults.SOURCE_WAIT), true, drains::keepUp);
            }
            LastSteps.Range range = drains.snapshot(joined, request);
            if (range == null) {
                return; // Its end takes over what was asked for.
            }
            if (running != null) {
                sources.addNotes(running, joined.trace());
            }
            OwnCost cost = OwnWork.cost(drains.window(), work, System.nanoTime());
            joined.trace().metadata(OwnCost.KEY, cost.toMetadata());
            metadata.present().forEach(joined.trace()::metadata);
            Trace taken = finished(joined, request.reason());
            Submission submission = new Submission() {
                @Override
                public boolean claim() {
                    return drains.requests().settle(request);
                }

                @Override
                public String name() {
                    return "a snapshot";
                }

                @Override
                public long bytes() {
                    return heapBytes(taken);
                }

                @Override
                public Trace assemble() {
                    return told(range.of(taken), request);
                }
            };
            if (!delivery.submit(submission) && drains.requests().settle(request)) {
                failures.add(
                        ProfileFailure.Kind.WINDOW_LOST, "A snapshot was lost: others wait for slow handlers already");
            }
        } catch (RuntimeException | Error e) {
            drains.requests().settle(request);
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "A snapshot could not be put together", e);
        }
    }

    /** What a trace takes, about; its events lie in the journal if there is one. */
    private long heapBytes(Trace trace) {
        return BYTES_PER_WINDOW
                + (options.journal() == null ? BYTES_PER_EVENT * trace.eventCount() : 0)
                + (long) MemoryColumns.BYTES_PER_EVENT * trace.memory().size()
                + CounterColumns.BYTES_PER_SAMPLE
                        * trace.counters().stream()
                                .mapToLong(CounterTrack::size)
                                .sum();
    }

    private Trace finished(JoinedSegments joined, @Nullable String reason) {
        if (reason != null) {
            joined.trace().metadata(SNAPSHOT, new MetadataValue(reason, false));
        }
        return joined.build();
    }

    /** Says in the log why a history is delivered, since that may happen unasked. */
    private static Trace told(Trace trace, SnapshotRequest request) {
        LOG.log(
                System.Logger.Level.INFO,
                () -> "History delivered, " + trace.steps().size() + " steps: " + OneLine.of(request.reason()));
        request.answer(trace);
        return trace;
    }

    private JoinedSegments newTrace(String id, boolean partial) {
        JoinedSegments joined = new JoinedSegments();
        TraceBuilder trace = joined.trace().traceId(id).process(process).partial(partial);
        trace.options(options.capture().options());
        trace.metadata(Environment.KEY, Surroundings.environment().toMetadata());
        if (options.capture().options().withStack()) {
            trace.metadata(CALL_STACKS, new MetadataValue(Backtraces.HERE.describe(), false));
        }
        if (distributed != null) {
            trace.distributed(distributed);
        }
        return joined;
    }

    private @Nullable SegmentStore store(String id, Window started) {
        JournalOptions journal = options.journal();
        JournalFormat format = options.journalFormat();
        if (journal != null && format != null) {
            return new SegmentsInJournal(
                    format,
                    journal,
                    () -> new JournalHead(
                            id,
                            process,
                            Optional.ofNullable(distributed),
                            started.capture.options(),
                            started.start.clock(),
                            presetMetadata(),
                            options.history() != null));
        }
        SegmentReceiver receiver = options.receiver();
        if (receiver != null) {
            return new SegmentsGivenAway(receiver);
        }
        return options.history() == null ? null : new SegmentsInMemory();
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
        Alarms alarms = stopped.alarms;
        if (alarms != null) {
            alarms.stop();
        }
        ended = new Ended(stopped, drains, running, traceId, ++windows);
        sources.stop(running);
        stopped.end();
    }

    @Override
    public void publish(boolean partial) {
        Ended published = ended;
        ended = null;
        if (published == null) {
            return; // START failed, which has been told.
        }
        boolean isHistory = options.history() != null;
        if (isHistory && !hasReason(published)) {
            release(published, false);
            return;
        }
        Map<String, MetadataValue> own = metadata.take();
        Submission submission = new Submission() {
            private @Nullable SnapshotRequest asked;
            private volatile long bytes = BYTES_PER_WINDOW + published.window.budget.takenBytes();

            @Override
            public String name() {
                return "window " + published.number;
            }

            @Override
            public long bytes() {
                return bytes;
            }

            @Override
            public boolean claim() {
                // Not before: snapshots that are delivered until then are not to be taken over.
                asked = isHistory ? asked(published) : null;
                boolean wanted = !isHistory || asked != null;
                if (!wanted) {
                    release(published, false);
                }
                return wanted;
            }

            @Override
            public Trace assemble() {
                Trace trace = Recording.this.assemble(published, own, partial, asked);
                bytes = Math.max(bytes, heapBytes(trace));
                return trace;
            }

            @Override
            public void delivered(boolean received) {
                published.drainer.close(!received);
            }

            @Override
            public void discard() {
                release(published, true);
            }
        };
        deliveryWait.submitted();
        if (!delivery.submit(submission)) {
            submission.discard();
            failures.add(
                    ProfileFailure.Kind.WINDOW_LOST,
                    lost.add(published.window.steps.all())
                            + " was lost: windows wait for slow handlers already, and more than maxPendingBytes = "
                            + options.maxPendingBytes() + " may not");
        }
    }

    private static boolean hasReason(Ended published) {
        return published.drainer.requests().isAnyOpen()
                || published.drainer.stepUnderWay().isPresent();
    }

    /** For what the rest of a history is delivered at its end; null if there is no reason. */
    private static @Nullable SnapshotRequest asked(Ended published) {
        SnapshotRequest open = published.drainer.requests().takeOver();
        if (open != null) {
            return open;
        }
        return published
                .drainer
                .stepUnderWay()
                .map(mark -> SnapshotRequest.all("stopped in the middle of step " + mark.number()))
                .orElse(null);
    }

    private void release(Ended published, boolean keepFiles) {
        published.drainer.requests().takeOver();
        published.drainer.release(keepChunks, keepFiles);
    }

    private Trace assemble(
            Ended published, Map<String, MetadataValue> own, boolean partial, @Nullable SnapshotRequest asked) {
        String reason = asked == null ? null : asked.reason();
        Deadline deadline = Deadline.in(options.postProcessingTimeout());
        JoinedSegments joined = newTrace(published.traceId, partial || reason != null);
        TraceBuilder trace = joined.trace();
        LastSteps.Range range;
        try {
            long endNanos = published.window.endReading().nanos();
            MetadataValue cost = OwnWork.cost(published.window, work, endNanos).toMetadata();
            trace.metadata(OwnCost.KEY, cost);
            Map<String, MetadataValue> withCost = new LinkedHashMap<>(own);
            withCost.put(OwnCost.KEY, cost);
            JournalEnd end = new JournalEnd(published.window.endReading().clock(), partial, withCost);
            range = published.drainer.finish(joined, deadline, end, asked == null ? SnapshotRequest.all("") : asked);
        } finally {
            // The threads get their buffers back at once, however long the sources take.
            published.window.release(keepChunks);
        }
        boolean late = deadline.isOver();
        late |= sources.collect(published.recordings, trace, published.window.budget, deadline);
        // After the sources, whose notes do not replace what the user says.
        own.forEach(trace::metadata);
        lost.tell(trace);
        OwnWork.show(
                work,
                published.window.start.nanos(),
                published.window.endReading().nanos(),
                trace);
        if (late) {
            trace.partial(true);
            failures.add(
                    ProfileFailure.Kind.POST_PROCESSING_TIMED_OUT,
                    "Trace " + published.traceId + " was not put together within " + options.postProcessingTimeout()
                            + ": it is delivered without the rest");
        }
        Trace taken = range.of(finished(joined, reason));
        return asked == null ? taken : told(taken, asked);
    }

    /** Watches the first steps of the process. */
    void watch(FirstSteps steps) {
        firstSteps = steps;
    }

    @Override
    public void stepLeft(long step) {
        firstSteps.ended(step);
        if (window == null && warmup == null) {
            deliveryWait.stepLeft(step);
        }
    }

    /** Tells that everything has been done for the step that has begun. */
    void stepEntered() {
        firstSteps.began();
    }

    @Override
    public void stepBegan(long step) {
        Window current = window;
        if (current != null) {
            try {
                if (current.records(ActivityType.SCOPE)) {
                    ThreadRecorder.ready(current);
                }
            } finally {
                current.steps.begin(step);
            }
        }
        Sources.Recordings running = recordings;
        if (running != null) {
            sources.stepBegan(running, step);
        }
    }

    @Override
    public void stepEnded(long step) {
        Window current = window;
        if (current != null) {
            hasRecordedStep = true;
            long ticks = current.steps.end();
            Alarms alarms = current.alarms;
            if (alarms != null && ticks > 0) {
                alarms.stepEnded(step, ticks);
            }
        }
    }

    @Override
    public void warn(String message) {
        failures.add(ProfileFailure.Kind.SCHEDULE_FAILED, message);
    }

    /** Throws away a stopped window that was not published; to be called when none will any more. */
    void discardEnded() {
        Ended discarded = ended;
        ended = null;
        if (discarded != null) {
            release(discarded, false);
            // A window without a step is a warm-up that the exit cut short: nothing is lost.
            if (!discarded.window.steps.isEmpty()) {
                failures.add(
                        ProfileFailure.Kind.WINDOW_DISCARDED,
                        "A window was thrown away: the schedule left it without RECORD_AND_SAVE");
            }
        }
    }

    /** Throws away a stopped window that nobody wants. */
    void discard() {
        Ended unwanted = ended;
        ended = null;
        if (unwanted != null) {
            release(unwanted, false);
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
        Window created = new Window(
                options.maxEvents(), options.maxBufferBytes(), options.capture().with(types()));
        if (options.schedule() == null) {
            created.steps.takeScopes();
        }
        return created;
    }
}
