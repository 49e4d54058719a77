package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads of forward operations in Kineto's files, whose {@code Fwd thread id} is a number of torch's own: the arrows
 * between the operations show its thread.
 */
final class ForwardThreads {
    private static final int OPERATION_BYTES = 48;
    /** Limit of arrows that are kept until their other end is read; the first ones are enough. */
    private static final int MOST_ARROWS = 1 << 20;

    private record Backward(FileRow row, int event, long sequence, long thread) {}

    private final Charges charges;
    private final List<Backward> operations = new ArrayList<>();
    private final Map<String, FileRow> begins = new HashMap<>();
    /** Threads of forward operations, by arrows whose end was read before their begin. */
    private final Map<String, Long> ends = new HashMap<>();

    private final Map<Long, FileRow> known = new HashMap<>();
    /** Threads with forward operations, two at most; the thread is known if there is one only. */
    private final List<FileRow> forwardRows = new ArrayList<>();

    ForwardThreads(Charges charges) {
        this.charges = charges;
    }

    void forward(FileRow row) {
        if (forwardRows.size() < 2 && !forwardRows.contains(row)) {
            forwardRows.add(row);
        }
    }

    void backward(FileRow row, int event, long sequence, long thread) throws ImportException {
        charges.memory(OPERATION_BYTES);
        operations.add(new Backward(row, event, sequence, thread));
    }

    void arrowBegins(String id, FileRow row) {
        Long thread = ends.remove(id);
        if (thread != null) {
            known.putIfAbsent(thread, row);
        } else if (begins.size() < MOST_ARROWS) {
            begins.put(id, row);
        }
    }

    /** An arrow ends at the last backward operation that was read. Its end may come first: threads have no order. */
    void arrowEnds(String id, FileRow row) {
        Backward last = operations.isEmpty() ? null : operations.get(operations.size() - 1);
        if (last == null || last.row() != row) {
            return;
        }
        FileRow from = begins.remove(id);
        if (from != null) {
            known.putIfAbsent(last.thread(), from);
        } else if (ends.size() < MOST_ARROWS) {
            ends.put(id, last.thread());
        }
    }

    void complete() {
        for (Backward operation : operations) {
            FileRow forward = known.get(operation.thread());
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
