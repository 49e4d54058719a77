package io.stepprofiler;

import io.stepprofiler.delivery.BackgroundDelivery;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.delivery.SynchronousDelivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.journal.JournalFormat;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.segment.SegmentReceiver;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.AnnotationMirror;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.TraceHandler;
import io.stepprofiler.window.SegmentLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checked options of a {@link ProfileBuilder}. */
record ProfileOptions(
        String name,
        @Nullable Schedule schedule,
        List<TraceHandler> handlers,
        List<ActivitySource> sources,
        List<AnnotationMirror> mirrors,
        @Nullable DistributedInfo distributed,
        Capture capture,
        boolean accumulatesAverages,
        @Nullable JournalOptions journal,
        @Nullable JournalFormat journalFormat,
        @Nullable History history,
        @Nullable SegmentReceiver receiver,
        long maxEvents,
        long maxBufferBytes,
        long maxPendingBytes,
        boolean synchronousDelivery,
        DeliveryOptions delivery,
        boolean yields) {
    /** How much more than what is asked for a history may keep at either end, and how late a stream may be. */
    private static final long HISTORY_FLUSH_NANOS = 250_000_000;

    ProfileOptions {
        handlers = List.copyOf(handlers);
        sources = List.copyOf(sources);
        mirrors = List.copyOf(mirrors);
    }

    /** How long putting a trace together may take. */
    Duration postProcessingTimeout() {
        return delivery.postProcessingLimit();
    }

    /** Whether it has windows, rather than one that lasts. */
    boolean isScheduled() {
        return schedule != null && schedule != Schedule.always();
    }

    /** What is done in which step. */
    String scheduleInWords() {
        if (history != null) {
            return "keeps " + history.kept();
        }
        if (schedule == null || !isScheduled()) {
            return "records everything until it is closed";
        }
        return schedule.getClass().isHidden() ? "a schedule of its own" : schedule.toString();
    }

    /** What takes the windows to the handlers. */
    Delivery newDelivery(DeliveryListener listener, WorkLog work) {
        return synchronousDelivery
                ? new SynchronousDelivery(handlers, listener)
                : new BackgroundDelivery(
                        handlers, listener, work, postProcessingTimeout(), delivery.handlerTimeout(), maxPendingBytes);
    }

    /** When segments are taken of a window, and how many are kept. */
    SegmentLimits segmentLimits() {
        if (history != null) {
            return new SegmentLimits(
                    0,
                    history.maxBytes(),
                    HISTORY_FLUSH_NANOS,
                    history.steps(),
                    history.time().map(Duration::toNanos).orElse(0L));
        }
        if (receiver != null) {
            return new SegmentLimits(0, Long.MAX_VALUE, HISTORY_FLUSH_NANOS, Optional.empty(), 0);
        }
        if (journal == null) {
            return new SegmentLimits(Long.MAX_VALUE, Long.MAX_VALUE, 0, Optional.empty(), 0);
        }
        return new SegmentLimits(
                journal.memoryBytes().orElse(maxBufferBytes / 4),
                journal.maxBytes(),
                journal.flushEvery().map(Duration::toNanos).orElse(0L),
                Optional.empty(),
                0);
    }
}
