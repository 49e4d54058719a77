package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;

/** Work that was read before it is known what caused it: it waits, and is told once that is known, at the latest with the piece after its own. */
final class AwaitedCauses {
    private static final int MAX_WAITING = 1 << 14;

    private record Waiting(CudaRecord record, Teller teller, long piece) {
        void tell(ActivitySink sink) {
            teller.tell(record, sink);
        }
    }

    private final Causes causes;
    private final Correlations correlations;
    private final Kept<Waiting> waiting = new Kept<>(MAX_WAITING, each -> hasKnownCause(each.record()), Waiting::tell);
    private long piece;

    AwaitedCauses(Causes causes, Correlations correlations) {
        this.causes = causes;
        this.correlations = correlations;
    }

    /** A teller of work that waits where it has to. */
    Teller before(Teller work) {
        return causes.haveMarks() ? (record, sink) -> tell(record, work, sink) : work;
    }

    private void tell(CudaRecord record, Teller work, ActivitySink sink) {
        if (hasKnownCause(record)) {
            work.tell(record, sink);
        } else {
            waiting.add(new Waiting(record.copy(), work, piece), sink);
        }
    }

    /** Tells the work whose cause has been read by now. */
    void tellKnown(ActivitySink sink) {
        waiting.tellKnown(sink);
    }

    /** Tells the work that was read in earlier pieces of the window: histories and journals have waited for it. */
    void endPiece(ActivitySink sink) {
        waiting.tellWhile(each -> each.piece() < piece, sink);
        piece++;
    }

    /** Tells all work: no more is read. */
    void tellAll(ActivitySink sink) {
        waiting.tellAll(sink);
    }

    private boolean hasKnownCause(CudaRecord record) {
        return causes.of(correlations.of(DeviceEvents.correlation(record))) != Causes.UNKNOWN;
    }
}
