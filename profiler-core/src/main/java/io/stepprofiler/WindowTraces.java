package io.stepprofiler;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Backtraces;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Launch;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.Deadline;
import io.stepprofiler.window.Drainer;
import io.stepprofiler.window.LastSteps;
import io.stepprofiler.window.ProfilerActivity;
import io.stepprofiler.window.SnapshotRequest;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Assembler of the traces of a recording, from ended windows and from the open window. Safe on any thread. */
final class WindowTraces {
    /** Memory of a waiting window, besides its events. */
    private static final long BYTES_PER_WINDOW = 4096;

    /** Approximate memory of an event in a trace. */
    private static final long BYTES_PER_EVENT = 64;

    private static final String PROCESS_START = Instant.ofEpochMilli(
                    ManagementFactory.getRuntimeMXBean().getStartTime())
            .toString();

    /** Metadata key: how call stacks were taken. */
    private static final String CALL_STACKS = "call stacks";

    /** Metadata key: why a history was delivered. */
    private static final String SNAPSHOT = "snapshot";

    private static final System.Logger LOG = System.getLogger("io.stepprofiler.Profile");

    private final ProfileSettings options;
    private final TraceIds traceIds;
    private final ProcessInfo process = ProcessInfo.current();
    private final @Nullable DistributedInfo distributed;
    private final Sources sources;
    private final WorkLog work;
    private final LostWindows lost = new LostWindows();
    private final Metadata metadata;
    private final Failures failures;

    WindowTraces(
            ProfileSettings options,
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
        distributed = options.worker();
    }

    /** Returns the head of the journal of a window that begins. */
    JournalHead head(String traceId, Window started, Sources.Recordings recordings) {
        Map<String, MetadataValue> preset = metadata.preset();
        preset.putAll(Sources.faults(recordings));
        preset.put(Drainer.CLOCK, new MetadataValue(Ticks.describe(), false));
        preset.put(Environment.KEY, EnvironmentProbe.environment().toMetadata());
        preset.put(Launch.KEY, LaunchProbe.launch().toMetadata());
        return new JournalHead(
                traceId,
                process,
                Optional.ofNullable(distributed),
                started.capture.options(),
                started.start.clock(),
                preset,
                options.storage().history() != null);
    }

    /** Returns the trace of an open window so far, with events of its sources; empty if it has ended meanwhile. */
    Optional<Trace> soFar(Drainer drains, Sources.Recordings running) {
        try {
            JoinedSegments joined = newTrace("", false);
            drains.begin();
            boolean complete = drains.isWanting()
                    && sources.awaitPieces(running, Deadline.in(Defaults.SOURCE_WAIT), false, drains::keepUp);
            joined.trace().partial(!complete);
            sources.addNotes(running, joined.trace());
            metadata.present().forEach(joined.trace()::metadata);
            return drains.snapshot(joined) ? Optional.of(joined.build()) : Optional.empty();
        } catch (RuntimeException e) {
            failures.add(ProfileFailure.Kind.RECORDING_FAILED, "The events of the open window cannot be read", e);
            return Optional.empty();
        }
    }

    /** Returns a snapshot of an open history; null if it has ended meanwhile, and its end answers the request. */
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
        ProfilerOverhead cost = ProfilerActivity.cost(drains.window(), work, System.nanoTime());
        joined.trace().metadata(ProfilerOverhead.KEY, cost.toMetadata());
        metadata.present().forEach(joined.trace()::metadata);
        Trace taken = finished(joined, request.reason());
        return new SnapshotSubmission(taken, bytes(taken), range, request, drains.requests());
    }

    /**
     * Assembles the trace of an ended window.
     *
     * @param own metadata of the user
     * @param partial whether profiling ended before the window had all its steps
     * @param asked the snapshot request of a history; null for a window
     */
    Trace of(EndedWindow ended, Map<String, MetadataValue> own, boolean partial, @Nullable SnapshotRequest asked) {
        String reason = asked == null ? null : asked.reason();
        Deadline deadline = Deadline.in(options.postProcessingTimeout());
        JoinedSegments joined = newTrace(ended.traceId(), partial || reason != null);
        TraceBuilder trace = joined.trace();
        LastSteps.Range range;
        try {
            long endNanos = ended.window().endReading().nanos();
            MetadataValue cost =
                    ProfilerActivity.cost(ended.window(), work, endNanos).toMetadata();
            trace.metadata(ProfilerOverhead.KEY, cost);
            Map<String, MetadataValue> withCost = new LinkedHashMap<>(own);
            withCost.putAll(Sources.faults(ended.recordings()));
            withCost.put(ProfilerOverhead.KEY, cost);
            JournalEnd end = new JournalEnd(ended.window().endReading().clock(), partial, withCost);
            range = ended.drainer().finish(joined, deadline, end, asked == null ? SnapshotRequest.all("") : asked);
        } finally {
            // Now, since the sources may take long.
            ended.releaseChunks();
        }
        boolean late = deadline.isOver();
        late |= sources.collect(ended.recordings(), trace, ended.window().budget, deadline);
        // After the sources, whose notes must not replace metadata of the user.
        own.forEach(trace::metadata);
        lost.report(trace);
        ProfilerActivity.show(
                work, ended.window().start.nanos(), ended.window().endReading().nanos(), trace);
        if (late) {
            trace.partial(true);
            failures.add(
                    ProfileFailure.Kind.POST_PROCESSING_TIMED_OUT,
                    "Trace " + ended.traceId() + " was not put together within " + options.postProcessingTimeout()
                            + ": it is delivered without the rest");
        }
        Trace taken = range.of(finished(joined, reason));
        return asked == null ? taken : answered(taken, asked);
    }

    /** Counts a window that could not be delivered; later traces show the count. */
    void lost(EndedWindow ended) {
        failures.add(
                ProfileFailure.Kind.WINDOW_LOST,
                lost.add(ended.window().steps.all())
                        + " was lost: windows wait for slow handlers already, and more than maxPendingBytes = "
                        + options.output().maxPendingBytes() + " may not");
    }

    /** Approximate memory of a window before its trace has been assembled. */
    static long bytes(Window window) {
        return BYTES_PER_WINDOW + window.budget.takenBytes();
    }

    /** Approximate memory of a trace; with a journal, its events are on disk. */
    long bytes(Trace trace) {
        return BYTES_PER_WINDOW
                + (options.storage().journal() == null ? BYTES_PER_EVENT * trace.eventCount() : 0)
                + (long) MemoryColumns.BYTES_PER_EVENT * trace.memory().size()
                + CounterColumns.BYTES_PER_SAMPLE
                        * trace.counters().stream()
                                .mapToLong(CounterTrack::size)
                                .sum();
    }

    /** Logs why a history is delivered, which may happen automatically, and answers the request. */
    static Trace answered(Trace trace, SnapshotRequest request) {
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
        trace.metadata(Environment.KEY, EnvironmentProbe.environment().toMetadata());
        trace.metadata(Launch.KEY, LaunchProbe.launch().toMetadata());
        trace.metadata(Environment.PROCESS_START, new MetadataValue(PROCESS_START, false));
        ProcessSteps.nanosToFirst()
                .ifPresent(
                        nanos -> trace.metadata(Environment.FIRST_STEP, new MetadataValue(Amount.time(nanos), false)));
        if (options.capture().options().withStack()) {
            trace.metadata(CALL_STACKS, new MetadataValue(Backtraces.HERE.describe(), false));
        }
        if (distributed != null) {
            trace.distributed(distributed);
        }
        return joined;
    }
}
