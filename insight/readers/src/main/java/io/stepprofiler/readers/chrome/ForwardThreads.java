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
    /** Limit of arrows that are kept; the first ones are enough. */
    private static final int MOST_ARROWS = 1 << 17;

    private record Backward(FileRow row, int event, long start, long sequence, long thread) {}

    private record Place(FileRow row, long start) {}

    private final Charges charges;
    private final List<Backward> operations = new ArrayList<>();
    private final Map<String, FileRow> begins = new HashMap<>();
    private final Map<Place, String> ends = new HashMap<>();

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

    void backward(FileRow row, int event, long start, long sequence, long thread) throws ImportException {
        charges.memory(OPERATION_BYTES);
        operations.add(new Backward(row, event, start, sequence, thread));
    }

    void arrowBegins(String id, FileRow row) {
        if (begins.size() < MOST_ARROWS) {
            begins.put(id, row);
        }
    }

    /** An arrow ends at the start of a backward operation. */
    void arrowEnds(String id, FileRow row, long start) {
        if (ends.size() < MOST_ARROWS) {
            ends.put(new Place(row, start), id);
        }
    }

    void complete() {
        for (Backward operation : operations) {
            FileRow from = begins.get(ends.getOrDefault(new Place(operation.row(), operation.start()), ""));
            if (from != null) {
                known.putIfAbsent(operation.thread(), from);
            }
        }
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
