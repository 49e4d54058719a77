package io.stepprofiler;

import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.Submission;
import io.stepprofiler.schedule.TraceLifecycle;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProcessInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the state machine of a profile drives: switches the recorder and the sources from window to window and submits
 * the windows to be delivered.
 *
 * <p>A warm-up is recorded like any window, in one that START throws away: the buffers it made and the code it warmed up
 * are those that the recorded steps use.
 */
final class Recording implements TraceLifecycle {
    /** A window that has ended, with all that its trace needs. */
    private record Ended(Window window, Sources.Recordings recordings, String traceId) {}

    private final ProfileOptions options;
    private final TraceIds traceIds;
    private final ProcessInfo process;
    private final @Nullable DistributedInfo distributed;
    private final Sources sources;
    private final Delivery delivery;
    private final Metadata metadata;
    private final Failures failures;

    private volatile boolean keepChunks = true;
    private volatile String traceId = "";
    private volatile Set<ActivityType> types;
    private @Nullable Window warmup;
    private @Nullable Window window;
    private Sources.@Nullable Recordings recordings;
    private @Nullable Ended ended;

    Recording(ProfileOptions options, Delivery delivery, Metadata metadata, Failures failures) {
        this.options = options;
        this.delivery = delivery;
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
        Window current = window != null ? window : warmup;
        if (current != null) {
            current.record(types);
            Recorder.switchTo(current);
        }
        Sources.Recordings running = recordings;
        if (running != null) {
            sources.toggle(running, types);
        }
    }

    @Override
    public boolean hasDeviceStopped() {
        Sources.Recordings running = recordings;
        return running != null && sources.hasStopped(running);
    }

    @Override
    public void prepare() {
        discardEnded();
        traceId = traceIds.next();
        warmup = newWindow();
        Recorder.switchTo(warmup);
        sources.prepare(types);
    }

    @Override
    public void start() {
        // Before the sources, so that what they see is within the window.
        Window started = newWindow();
        window = started;
        recordings = sources.start(types);
        Recorder.switchTo(started);
        releaseWarmup();
    }

    @Override
    public void stop() {
        Recorder.switchTo(null);
        releaseWarmup();
        Window stopped = window;
        Sources.Recordings running = recordings;
        if (stopped == null || running == null) {
            return;
        }
        window = null;
        recordings = null;
        ended = new Ended(stopped, running, traceId);
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
        Map<String, MetadataValue> own = metadata.take();
        Submission submission = new Submission() {
            @Override
            public Trace assemble() {
                return Recording.this.assemble(published, own, partial);
            }

            @Override
            public void discard() {
                published.window.release(keepChunks);
            }
        };
        if (!delivery.submit(submission)) {
            submission.discard();
            failures.add(
                    ProfileFailure.Kind.WINDOW_LOST,
                    "A window was lost: " + options.maxPendingTraces()
                            + " traces are waiting for slow handlers already");
        }
    }

    private Trace assemble(Ended published, Map<String, MetadataValue> own, boolean partial) {
        Deadline deadline = Deadline.in(options.postProcessingTimeout());
        TraceBuilder trace;
        try {
            trace = new TraceBuilder()
                    .traceId(published.traceId)
                    .process(process)
                    .partial(partial);
            WindowAssembler.assemble(published.window, trace, deadline);
        } finally {
            // The threads get their buffers back at once, however long the sources take.
            published.window.release(keepChunks);
        }
        if (distributed != null) {
            trace.distributed(distributed);
        }
        boolean late = deadline.isOver();
        late |= sources.collect(published.recordings, trace, deadline);
        // After the sources, whose notes do not replace what the user says.
        own.forEach(trace::metadata);
        if (late) {
            trace.partial(true);
            failures.add(
                    ProfileFailure.Kind.POST_PROCESSING_TIMED_OUT,
                    "Trace " + published.traceId + " was not put together within " + options.postProcessingTimeout()
                            + ": it is delivered without the rest");
        }
        return trace.build();
    }

    @Override
    public void stepBegan(long step) {
        Window current = window;
        if (current != null) {
            current.steps.begin(step);
        }
    }

    @Override
    public void stepEnded(long step) {
        Window current = window;
        if (current != null) {
            current.steps.end();
        }
    }

    @Override
    public void warn(String message) {
        failures.add(ProfileFailure.Kind.SCHEDULE_FAILED, message);
    }

    /** Throws away a stopped window that nobody published; to be called when none will any more. */
    void discardEnded() {
        Ended discarded = ended;
        ended = null;
        if (discarded != null) {
            discarded.window.release(keepChunks);
            // A window without a step is a warm-up that the exit cut short: nobody misses it.
            if (!discarded.window.steps.all().isEmpty()) {
                failures.add(
                        ProfileFailure.Kind.WINDOW_DISCARDED,
                        "A window was thrown away: the schedule left it without RECORD_AND_SAVE");
            }
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
        return new Window(
                options.maxEvents(), options.maxBufferBytes(), options.capture().with(types));
    }
}
