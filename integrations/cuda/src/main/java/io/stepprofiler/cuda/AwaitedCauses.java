package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;
import java.util.ArrayDeque;
import java.util.Deque;

/** Work that was read before it is known what caused it: it waits, and is told once that is known, at the latest with the piece after its own. */
final class AwaitedCauses {
    /** The oldest of more is told as it is. */
    private static final int MAX_WAITING = 1 << 14;

    private record Waiting(CudaRecord record, Teller teller, long piece) {}

    private final Causes causes;
    private final Correlations correlations;
    private long piece;
    private Deque<Waiting> waiting = new ArrayDeque<>();

    AwaitedCauses(Causes causes, Correlations correlations) {
        this.causes = causes;
        this.correlations = correlations;
    }

    /** A teller of work that waits where it has to. */
    Teller before(Teller work) {
        return causes.haveMarks() ? (record, sink) -> tell(record, work, sink) : work;
    }

    private void tell(CudaRecord record, Teller work, ActivitySink sink) {
        if (!isUnknown(record)) {
            work.tell(record, sink);
            return;
        }
        waiting.add(new Waiting(record.copy(), work, piece));
        if (waiting.size() > MAX_WAITING) {
            Waiting oldest = waiting.remove();
            oldest.teller().tell(oldest.record(), sink);
        }
    }

    /** Tells the work whose cause has been read by now. */
    void tellKnown(ActivitySink sink) {
        Deque<Waiting> before = waiting;
        waiting = new ArrayDeque<>();
        for (Waiting each : before) {
            if (isUnknown(each.record())) {
                waiting.add(each);
            } else {
                each.teller().tell(each.record(), sink);
            }
        }
    }

    /** Tells the work that was read in earlier pieces of the window: histories and journals have waited for it. */
    void endPiece(ActivitySink sink) {
        while (!waiting.isEmpty() && waiting.peek().piece() < piece) {
            Waiting oldest = waiting.remove();
            oldest.teller().tell(oldest.record(), sink);
        }
        piece++;
    }

    /** Tells all work: no more is read. */
    void tellAll(ActivitySink sink) {
        waiting.forEach(each -> each.teller().tell(each.record(), sink));
        waiting.clear();
    }

    private boolean isUnknown(CudaRecord record) {
        return causes.of(correlations.of(DeviceEvents.correlation(record))) == Causes.UNKNOWN;
    }
}
