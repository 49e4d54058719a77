package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.machine.Surroundings;
import io.stepprofiler.recording.Backtraces;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.OwnCost;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.LastSteps;
import io.stepprofiler.window.OwnWork;
import io.stepprofiler.window.SnapshotRequest;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts together the traces of a recording: of windows that have ended, and of one that goes on. Safe on any thread. */
final class WindowTraces {
    /** What a window takes that waits, besides its events. */
    private static final long BYTES_PER_WINDOW = 4096;

    /** What an event takes in a trace, about. */
    private static final long BYTES_PER_EVENT = 64;

    private static final String PROCESS_START = Instant.ofEpochMilli(
                    ManagementFactory.getRuntimeMXBean().getStartTime())
            .toString();

    private static final double NANOS_A_SECOND = 1e9;

    /** The metadata that says how call stacks were taken. */
    private static final String CALL_STACKS = "call stacks";

    /** The metadata that says why a history was delivered. */
    private static final String SNAPSHOT = "snapshot";

    private static final System.Logger LOG = System.getLogger("io.stepprofiler.Profile");

    private final ProfileOptions options;
    private final TraceIds traceIds;
    private final ProcessInfo process = ProcessInfo.current();
    private final @Nullable DistributedInfo distributed;
    private final Sources sources;
    private final WorkLog work;
    private final LostWindows lost = new LostWindows();
    private final Metadata metadata;
    private final Failures failures;

    WindowTraces(
            ProfileOptions options,
            TraceIds traceIds,
            Sources sources,
            WorkLog work,
            Metadata metadata,
            Failures failures) {
        this.options = options;
        this.traceIds = traceIds;
        this.sources = sources;
        this.work = work;
        this.metadata = metadata;
        this.failures = failures;
        distributed = options.distributed() != null
                ? options.distributed()
                : DistributedInfo.fromEnvironment(System.getenv(), process.host())
                        .orElse(null);
    }

    /** What is known of a window when it begins. */
    JournalHead head(String traceId, Window started) {
        Map<String, MetadataValue> preset = metadata.preset();
        preset.put(Drainer.CLOCK, new MetadataValue(Ticks.describe(), false));
        preset.put(Environment.KEY, Surroundings.environment().toMetadata());
        return new JournalHead(
                traceId,
                process,
                Optional.ofNullable(distributed),
                started.capture.options(),
                started.start.clock(),
                preset,
                options.history() != null);
    }

    /** What a window has recorded so far, with what its sources have seen; nothing if it has ended meanwhile. */
    Optional<Trace> soFar(Drainer drains, Sources.Recordings running) {
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

    /** What is asked for of a history that goes on; null if it has ended meanwhile, whose end answers the request. */
    @Nullable
    SnapshotSubmission snapshot(Drainer drains, Sources.@Nullable Recordings running, SnapshotRequest request) {
        JoinedSegments joined = newTrace(traceIds.next(), false);
        if (running != null) {
            sources.awaitPieces(running, Deadline.in(Defaults.SOURCE_WAIT), true, drains::keepUp);
        }
        LastSteps.Range range = drains.snapshot(joined, request);
        if (range == null) {
            return null;
        }
        if (running != null) {
            sources.addNotes(running, joined.trace());
        }
        OwnCost cost = OwnWork.cost(drains.window(), work, System.nanoTime());
        joined.trace().metadata(OwnCost.KEY, cost.toMetadata());
        metadata.present().forEach(joined.trace()::metadata);
        Trace taken = finished(joined, request.reason());
        return new SnapshotSubmission(taken, bytes(taken), range, request, drains.requests());
    }

    /**
     * The trace of a window that has ended.
     *
     * @param own metadata that the user gave
     * @param partial whether profiling ended before the window had all its steps
     * @param asked what is asked for of a history; null for a window
     */
    Trace of(EndedWindow ended, Map<String, MetadataValue> own, boolean partial, @Nullable SnapshotRequest asked) {
        String reason = asked == null ? null : asked.reason();
        Deadline deadline = Deadline.in(options.postProcessingTimeout());
        JoinedSegments joined = newTrace(ended.traceId(), partial || reason != null);
        TraceBuilder trace = joined.trace();
        LastSteps.Range range;
        try {
            long endNanos = ended.window().endReading().nanos();
            MetadataValue cost = OwnWork.cost(ended.window(), work, endNanos).toMetadata();
            trace.metadata(OwnCost.KEY, cost);
            Map<String, MetadataValue> withCost = new LinkedHashMap<>(own);
            withCost.put(OwnCost.KEY, cost);
            JournalEnd end = new JournalEnd(ended.window().endReading().clock(), partial, withCost);
            range = ended.drainer().finish(joined, deadline, end, asked == null ? SnapshotRequest.all("") : asked);
        } finally {
            // At once, however long the sources take.
            ended.releaseChunks();
        }
        boolean late = deadline.isOver();
        late |= sources.collect(ended.recordings(), trace, ended.window().budget, deadline);
        // After the sources, whose notes do not replace what the user says.
        own.forEach(trace::metadata);
        lost.tell(trace);
        OwnWork.show(
                work, ended.window().start.nanos(), ended.window().endReading().nanos(), trace);
        if (late) {
            trace.partial(true);
            failures.add(
                    ProfileFailure.Kind.POST_PROCESSING_TIMED_OUT,
                    "Trace " + ended.traceId() + " was not put together within " + options.postProcessingTimeout()
                            + ": it is delivered without the rest");
        }
        Trace taken = range.of(finished(joined, reason));
        return asked == null ? taken : told(taken, asked);
    }

    /** Counts a window that could not be delivered, for later traces to tell. */
    void lost(EndedWindow ended) {
        failures.add(
                ProfileFailure.Kind.WINDOW_LOST,
                lost.add(ended.window().steps.all())
                        + " was lost: windows wait for slow handlers already, and more than maxPendingBytes = "
                        + options.maxPendingBytes() + " may not");
    }

    /** What a window takes before its trace has been put together, about. */
    static long bytes(Window window) {
        return BYTES_PER_WINDOW + window.budget.takenBytes();
    }

    /** What a trace takes, about; its events lie in the journal if there is one. */
    long bytes(Trace trace) {
        return BYTES_PER_WINDOW
                + (options.journal() == null ? BYTES_PER_EVENT * trace.eventCount() : 0)
                + (long) MemoryColumns.BYTES_PER_EVENT * trace.memory().size()
                + CounterColumns.BYTES_PER_SAMPLE
                        * trace.counters().stream()
                                .mapToLong(CounterTrack::size)
                                .sum();
    }

    /** Says in the log why a history is delivered, since that may happen unasked. */
    static Trace told(Trace trace, SnapshotRequest request) {
        LOG.log(
                System.Logger.Level.INFO,
                () -> "History delivered, "
                        + (trace.steps().isEmpty() ? "without steps" : StepMark.inWords(trace.steps())) + ": "
                        + OneLine.of(request.reason()));
        request.answer(trace);
        return trace;
    }

    private static Trace finished(JoinedSegments joined, @Nullable String reason) {
        if (reason != null) {
            joined.trace().metadata(SNAPSHOT, new MetadataValue(reason, false));
        }
        return joined.build();
    }

    private JoinedSegments newTrace(String id, boolean partial) {
        JoinedSegments joined = new JoinedSegments();
        TraceBuilder trace = joined.trace().traceId(id).process(process).partial(partial);
        trace.options(options.capture().options());
        trace.metadata(Environment.KEY, Surroundings.environment().toMetadata());
        trace.metadata(Environment.PROCESS_START, new MetadataValue(PROCESS_START, false));
        ProcessSteps.nanosToFirst()
                .ifPresent(nanos -> trace.metadata(
                        Environment.FIRST_STEP,
                        new MetadataValue(String.format(Locale.ROOT, "%.3f s", nanos / NANOS_A_SECOND), false)));
        if (options.capture().options().withStack()) {
            trace.metadata(CALL_STACKS, new MetadataValue(Backtraces.HERE.describe(), false));
        }
        if (distributed != null) {
            trace.distributed(distributed);
        }
        return joined;
    }
}
