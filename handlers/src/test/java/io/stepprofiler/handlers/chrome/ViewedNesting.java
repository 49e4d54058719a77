package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.chrome.Exported.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The slices of one tid as viewers nest them, and those that they would drop. */
final class ViewedNesting {
    private final ToDoubleFunction<Slice> start;
    private final ToDoubleFunction<Slice> end;

    private ViewedNesting(ToDoubleFunction<Slice> start, ToDoubleFunction<Slice> end) {
        this.start = start;
        this.end = end;
    }

    /** As TensorBoard's plugin does: microseconds as doubles, added up. */
    static List<Slice> droppedByTensorBoard(List<Slice> slices) {
        return new ViewedNesting(Slice::viewedStart, Slice::viewedEnd).dropped(slices, Integer.MAX_VALUE);
    }

    /** As Perfetto does: exact nanoseconds, and 512 levels. */
    static List<Slice> droppedByPerfetto(List<Slice> slices) {
        long first = slices.get(0).startNanos();
        return new ViewedNesting(
                        slice -> slice.startNanos() - first,
                        slice -> slice.startNanos() - first + slice.durationNanos())
                .dropped(slices, 512);
    }

    private List<Slice> dropped(List<Slice> slices, int maxDepth) {
        List<Slice> sorted = new ArrayList<>(slices);
        sorted.sort(Comparator.comparingDouble(start).thenComparing(slice -> -end.applyAsDouble(slice)));
        List<Slice> dropped = new ArrayList<>();
        Deque<Slice> open = new ArrayDeque<>();
        for (Slice slice : sorted) {
            while (!open.isEmpty() && end.applyAsDouble(open.peek()) <= start.applyAsDouble(slice)) {
                open.pop();
            }
            boolean fits = open.isEmpty() || end.applyAsDouble(slice) <= end.applyAsDouble(open.peek());
            if (fits && open.size() < maxDepth) {
                open.push(slice);
            } else {
                dropped.add(slice);
            }
        }
        return dropped;
    }
}
