package io.stepprofiler.jvm;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Report of the events of one part of a window, in times of the profile. Events outside the window are left out; events
 * that extend beyond it are cut at its ends.
 */
final class FlightReport {
    /** Shortest compilation or class load with a second span for its method or class; shorter ones are too many. */
    private static final long DETAIL_NANOS = 5_000_000;

    private static final double BYTES_A_MEBIBYTE = 1 << 20;

    /** Arguments of waits for a monitor: name and id of its last owner. */
    private static final String HELD_BY = "held by";

    private static final String HELD_BY_ID = "held by thread";

    private final ActivitySink sink;
    private final TickScale clock;
    private final WindowEnds ends;
    private final EventSelection selection;
    private final WindowSoFar window;
    private final RecordedStacks stacks;
    private final AllocationSamples allocations = new AllocationSamples();
    private final SpanReport span = new SpanReport();
    private final Attributes attributes = new Attributes();
    long outside; // Number of events that were not in the window.

    FlightReport(ActivitySink sink, TickScale clock, WindowEnds ends, EventSelection selection, WindowSoFar window) {
        this.sink = sink;
        this.clock = clock;
        this.ends = ends;
        this.selection = selection;
        this.window = window;
        stacks = new RecordedStacks(window.files());
    }

    /** Time interval within the window. */
    private record Stretch(long startNanos, long endNanos) {
        long nanos() {
            return endNanos - startNanos;
        }
    }

    /** Adds a span of the virtual machine on a lane. */
    void span(Lane lane, String name, RecordedEvent event) {
        span(lane, name, "", SpanDetails.NONE, event);
    }

    /** Adds a span of the virtual machine on a lane and, if it is long, a second span with the longer name. */
    void span(Lane lane, String name, String longName, SpanDetails details, RecordedEvent event) {
        RecordedThread thread = lane.isOfThreads() ? event.getThread() : null;
        if (thread != null && JavaThread.isOurs(thread.getJavaName())) {
            return;
        }
        long threadId = thread == null ? 0 : thread.getId();
        within(event).ifPresent(stretch -> {
            window.lanes().add(lane, new Lanes.Span(threadId, name, stretch.startNanos, stretch.endNanos, details));
            if (stretch.nanos() >= DETAIL_NANOS && !longName.isEmpty()) {
                window.lanes().add(lane, new Lanes.Span(threadId, longName, stretch.startNanos, stretch.endNanos));
            }
        });
    }

    /** Adds a wait of a thread if it reaches the threshold; other recordings may request shorter waits. */
    void waiting(String name, RecordedEvent event) {
        waiting(name, null, event);
    }

    /** Adds a wait of a thread for a monitor, with its last owner if that is known. */
    void waiting(String name, @Nullable RecordedThread holder, RecordedEvent event) {
        JavaThread thread = JavaThread.of(event, "eventThread");
        if (thread.isLeftOut()
                || event.getDuration().compareTo(selection.options().waitThreshold()) < 0) {
            return;
        }
        onThread(thread, name, EventKind.WAIT, holder, event);
    }

    /** Adds a span that the program itself began and ended. */
    void scope(String name, EventKind kind, RecordedEvent event) {
        onThread(JavaThread.of(event, "eventThread"), name, kind, null, event);
    }

    private void onThread(
            JavaThread thread, String name, EventKind kind, @Nullable RecordedThread holder, RecordedEvent event) {
        within(event)
                .ifPresent(stretch -> sink.span(span.onThread(thread.id(), thread.name())
                        .named(name, stretch.startNanos, stretch.nanos())
                        .kind(kind)
                        .stack(stacks.of(event))
                        .attributes(heldBy(holder))));
    }

    /** Returns a step that the program has marked; empty if it is not in the window. */
    Optional<StepMark> step(RecordedEvent event) {
        JavaThread thread = JavaThread.of(event, "eventThread");
        return within(event)
                .map(each -> new StepMark(event.getLong("number"), each.startNanos, each.nanos(), thread.id(), false));
    }

    private Attributes heldBy(@Nullable RecordedThread holder) {
        attributes.clear();
        if (holder != null && holder.getJavaThreadId() > 0) {
            attributes.put(HELD_BY, holder.getJavaName()).put(HELD_BY_ID, holder.getJavaThreadId());
        }
        return attributes;
    }

    /** Adds a sample of a thread's call stack. */
    void sample(SampleKind kind, String threadField, long weight, RecordedEvent event) {
        JavaThread thread = JavaThread.of(event, threadField);
        if (!thread.isLeftOut()) {
            within(event).ifPresent(stretch -> {
                sink.stackSample(thread.id(), thread.name(), kind, stretch.startNanos, stacks.of(event), weight);
                window.interpreted().add(event);
            });
        }
    }

    /** Adds a sample of an allocation. */
    void allocation(RecordedEvent event) {
        JavaThread thread = JavaThread.of(event, "eventThread");
        if (!thread.isLeftOut()) {
            allocations.add(new AllocationSamples.Sample(
                    thread, clock.nanos(event.getLong("startTime")), event.getLong("weight"), stacks.of(event)));
        }
    }

    /** Adds a value of a counter of bytes, in MiB. */
    void mebibytes(String counter, String field, RecordedEvent event) {
        value(counter, event.getLong(field) / BYTES_A_MEBIBYTE, event);
    }

    /** Adds a value of a counter. */
    void value(String counter, double value, RecordedEvent event) {
        within(event).ifPresent(stretch -> sink.sample(counter, stretch.startNanos, value));
    }

    /** Weight of a sample of methods: the period of its type, which async-profiler calls its interval. */
    long periodNanos(RecordedEvent event) {
        String type = event.getEventType().getName();
        long nanos = Math.max(selection.nanos(type, "period"), selection.nanos(type, "interval"));
        return nanos > 0 ? nanos : selection.options().samplingPeriod().toNanos();
    }

    /** Counts bytes that the recorder lost; the number of their events is unknown. */
    void lostBytes(long bytes) {
        window.losses().bytes(sink, bytes);
    }

    /** Adds the spans and the samples of allocations, which have to be sorted first. */
    void finish() {
        window.lanes().addTo(sink);
        allocations.addTo(sink, ends, window.allocating());
        window.interpreted().note().ifPresent(methods -> sink.note(FlightNotes.INTERPRETED, methods));
    }

    private Optional<Stretch> within(RecordedEvent event) {
        long ticks = event.getLong("startTime");
        long start = clock.nanos(ticks);
        long end = event.hasField("duration") ? clock.nanos(ticks + event.getLong("duration")) : start;
        if (end < ends.beganNanos() || start > ends.endedNanos()) {
            outside++;
            return Optional.empty();
        }
        return Optional.of(new Stretch(Math.max(start, ends.beganNanos()), Math.min(end, ends.endedNanos())));
    }
}
