package io.stepprofiler;

import io.stepprofiler.delivery.BackgroundDelivery;
import io.stepprofiler.delivery.Delivery;
import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.delivery.SynchronousDelivery;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.StepMeasurements;
import io.stepprofiler.segment.JournalFormat;
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
record ProfileSettings(
        String name,
        @Nullable Schedule schedule,
        List<ActivitySource> sources,
        @Nullable AnnotationMirror mirror,
        @Nullable DistributedInfo distributed,
        Capture capture,
        boolean accumulatesAverages,
        Storage storage,
        Output output,
        boolean yields,
        LedgerOptions ledger) {
    /** Interval of flushes: a history may keep this much more at either end. */
    private static final long HISTORY_FLUSH_NANOS = 250_000_000;

    ProfileSettings {
        sources = List.copyOf(sources);
    }

    /** Limits of a window, and its place until it is delivered. */
    record Storage(
            @Nullable JournalOptions journal,
            @Nullable JournalFormat journalFormat,
            @Nullable History history,
            long maxEvents,
            long maxBufferBytes) {
        /** Limits for taking segments of a window, and for keeping them. */
        SegmentLimits segmentLimits() {
            if (history != null) {
                return new SegmentLimits(
                        0,
                        history.maxBytes,
                        HISTORY_FLUSH_NANOS,
                        history.steps,
                        history.time.map(Duration::toNanos).orElse(0L));
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

    /** Delivery of windows to handlers. */
    record Output(List<TraceHandler> handlers, long maxPendingBytes, boolean synchronous, DeliveryOptions delivery) {
        Output {
            handlers = List.copyOf(handlers);
        }
    }

    /** These options with the schedule's instance for one run. */
    ProfileSettings forRun(StepMeasurements run) {
        Schedule ofRun = schedule == null ? null : schedule.forRun(run);
        return new ProfileSettings(
                name,
                ofRun,
                sources,
                mirror,
                distributed,
                capture,
                accumulatesAverages,
                storage,
                output,
                yields,
                ledger);
    }

    /** Place of this process in a distributed run; null if it is not known to be part of one. */
    @Nullable
    DistributedInfo worker() {
        return distributed != null
                ? distributed
                : DistributedInfo.fromEnvironment(
                                System.getenv(), ProcessInfo.current().host())
                        .orElse(null);
    }

    /** Longest time to assemble a trace. */
    Duration postProcessingTimeout() {
        return output.delivery.postProcessingLimit();
    }

    /** True if the schedule opens and closes windows, rather than keeping one open. */
    boolean isScheduled() {
        return schedule != null && schedule != Schedule.always();
    }

    /** Describes the schedule. */
    String scheduleInWords() {
        if (storage.history != null) {
            return "keeps " + storage.history;
        }
        if (schedule == null || !isScheduled()) {
            return "records everything until it is closed";
        }
        return schedule.getClass().isHidden() ? "a custom schedule" : schedule.toString();
    }

    /** Creates the delivery of windows to the handlers. */
    Delivery newDelivery(DeliveryListener listener, WorkLog work) {
        return output.synchronous
                ? new SynchronousDelivery(output.handlers, listener)
                : new BackgroundDelivery(
                        output.handlers,
                        listener,
                        work,
                        postProcessingTimeout(),
                        output.delivery.handlerTimeout,
                        output.maxPendingBytes);
    }
}
