package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;

/**
 * Queue of work whose cause has not been read yet; delivered once the cause is known, at the latest with the next part
 * of the window.
 */
final class AwaitedCauses {
    private static final int MAX_WAITING = 1 << 14;

    private record Waiting(CudaRecord record, RecordHandler teller, long piece) {
        void report(ActivitySink sink) {
            teller.report(record, sink);
        }
    }

    private final Causes causes;
    private final Correlations correlations;
    private final PendingQueue<Waiting> waiting =
            new PendingQueue<>(MAX_WAITING, each -> hasKnownCause(each.record()), Waiting::report);
    private long piece;

    AwaitedCauses(Causes causes, Correlations correlations) {
        this.causes = causes;
        this.correlations = correlations;
    }

    /** Wraps a handler of work so that records without a known cause wait. */
    RecordHandler before(RecordHandler work) {
        return causes.haveMarks() ? (record, sink) -> report(record, work, sink) : work;
    }

    private void report(CudaRecord record, RecordHandler work, ActivitySink sink) {
        if (hasKnownCause(record)) {
            work.report(record, sink);
        } else {
            waiting.add(new Waiting(record.copy(), work, piece), sink);
        }
    }

    /** Delivers the work whose cause is known by now. */
    void tellKnown(ActivitySink sink) {
        waiting.tellKnown(sink);
    }

    /** Delivers the work of earlier parts of the window, for which histories and journals have waited. */
    void endPiece(ActivitySink sink) {
        waiting.tellWhile(each -> each.piece() < piece, sink);
        piece++;
    }

    /** Delivers all work: no more records are read. */
    void tellAll(ActivitySink sink) {
        waiting.tellAll(sink);
    }

    private boolean hasKnownCause(CudaRecord record) {
        return causes.of(correlations.of(DeviceEvents.correlation(record))) != Causes.UNKNOWN;
    }
}
