package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads of forward operations in Kineto's files, whose {@code Fwd thread id} is a number of torch's own: which
 * thread it stands for is learned from the arrows between the operations.
 */
final class ForwardThreads {
    private static final int OPERATION_BYTES = 48;
    /** Arrows remembered until their other end is met: the first of them tell enough. */
    private static final int MOST_ARROWS = 1 << 20;

    private record Backward(Row row, int event, long sequence, long thread) {}

    private final Charges charges;
    private final List<Backward> operations = new ArrayList<>();
    private final Map<String, Row> begins = new HashMap<>();
    /** Threads of forward operations, by arrows of which the end was met and the begin was not. */
    private final Map<String, Long> ends = new HashMap<>();

    private final Map<Long, Row> known = new HashMap<>();
    /** The thread with forward operations, as long as there is one only. */
    private final List<Row> forwardRows = new ArrayList<>();

    ForwardThreads(Charges charges) {
        this.charges = charges;
    }

    void forward(Row row) {
        if (forwardRows.size() < 2 && !forwardRows.contains(row)) {
            forwardRows.add(row);
        }
    }

    void backward(Row row, int event, long sequence, long thread) throws ImportException {
        charges.memory(OPERATION_BYTES);
        operations.add(new Backward(row, event, sequence, thread));
    }

    void arrowBegins(String id, Row row) {
        Long thread = ends.remove(id);
        if (thread != null) {
            known.putIfAbsent(thread, row);
        } else if (begins.size() < MOST_ARROWS) {
            begins.put(id, row);
        }
    }

    /** An arrow ends where the last backward operation was met. Its end may come first: threads have no order. */
    void arrowEnds(String id, Row row) {
        Backward last = operations.isEmpty() ? null : operations.get(operations.size() - 1);
        if (last == null || last.row() != row) {
            return;
        }
        Row from = begins.remove(id);
        if (from != null) {
            known.putIfAbsent(last.thread(), from);
        } else if (ends.size() < MOST_ARROWS) {
            ends.put(id, last.thread());
        }
    }

    void complete() {
        for (Backward operation : operations) {
            Row forward = known.get(operation.thread());
            if (forward == null && forwardRows.size() == 1) {
                forward = forwardRows.get(0);
            }
            operation
                    .row()
                    .track()
                    .sequence(operation.event(), operation.sequence(), forward == null ? -1 : forward.trackId());
        }
    }
}
