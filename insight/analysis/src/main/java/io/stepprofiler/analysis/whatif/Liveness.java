package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Memory needs of an {@link OperationGraph}: allocations, each used by one or more operations, of which the first makes
 * it. An allocation is freed right after its last user; never if it, or a result that shares it, is an output.
 *
 * <p>So the bytes in use depend on the set of operations that were executed, not on their order.
 */
final class Liveness {
    private static final int NOT_COUNTED = -1;

    private final int[][] after;
    private final int[][] users;
    private final int[][] usedBy;
    private final long[] bytes;
    private final boolean[] isThereBefore;
    private final boolean[] isKept;

    private Liveness(int[][] after, int[][] users, long[] bytes, boolean[] isThereBefore, boolean[] isKept) {
        this.after = after;
        this.users = users;
        this.bytes = bytes;
        this.isThereBefore = isThereBefore;
        this.isKept = isKept;
        usedBy = inverse(users, after.length);
    }

    /**
     * The memory needs of some results; if {@code inPlace} is false, a result written in place has memory of its own.
     */
    static Liveness of(OperationGraph graph, Predicate<Result> counted, boolean inPlace) {
        int[] allocations = new int[graph.results().size()];
        boolean[] isKept = new boolean[allocations.length];
        List<Long> sizes = new ArrayList<>();
        List<TreeSet<Integer>> users = new ArrayList<>();
        for (int i = 0; i < allocations.length; i++) {
            Result result = graph.results().get(i);
            boolean isNew = result.code() == ResultCode.CREATED || (result.code() == ResultCode.IN_PLACE && !inPlace);
            if (!counted.test(result)) {
                allocations[i] = NOT_COUNTED;
            } else if (isNew) {
                allocations[i] = sizes.size();
                sizes.add(Math.max(result.bytes(), 0));
                users.add(new TreeSet<>());
            } else {
                allocations[i] = result.origin() == Result.NONE ? NOT_COUNTED : allocations[result.origin()];
            }
            if (allocations[i] != NOT_COUNTED) {
                users.get(allocations[i]).add(result.operation());
                users.get(allocations[i]).addAll(result.consumers());
                isKept[allocations[i]] |= result.isOutput();
            }
        }
        return new Liveness(
                graph.operations().stream().map(each -> array(each.after())).toArray(int[][]::new),
                users.stream().map(Liveness::array).toArray(int[][]::new),
                sizes.stream().mapToLong(Long::longValue).toArray(),
                new boolean[sizes.size()],
                isKept);
    }

    /**
     * The same with time running backwards: operation {@code i} becomes the {@code i}-th from the end, and needs the
     * same bytes while it runs, so that an order and its reverse have one peak.
     */
    Liveness backwards() {
        return new Liveness(mirror(inverse(after, after.length)), mirrorEach(users), bytes, isKept, isThereBefore);
    }

    private int[][] mirror(int[][] lists) {
        int[][] mirrored = mirrorEach(lists);
        for (int i = 0, j = mirrored.length - 1; i < j; i++, j--) {
            int[] list = mirrored[i];
            mirrored[i] = mirrored[j];
            mirrored[j] = list;
        }
        return mirrored;
    }

    private int[][] mirrorEach(int[][] lists) {
        return Arrays.stream(lists)
                .map(list ->
                        Arrays.stream(list).map(each -> after.length - 1 - each).toArray())
                .toArray(int[][]::new);
    }

    /** The lists that contain each number. */
    private static int[][] inverse(int[][] lists, int count) {
        List<List<Integer>> inverse = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            inverse.add(new ArrayList<>());
        }
        for (int i = 0; i < lists.length; i++) {
            for (int each : lists[i]) {
                inverse.get(each).add(i);
            }
        }
        return inverse.stream().map(Liveness::array).toArray(int[][]::new);
    }

    private static int[] array(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    int operations() {
        return after.length;
    }

    /** The direct predecessors of an operation in every valid order. */
    int[] after(int operation) {
        return after[operation];
    }

    /** The direct successors of each operation in every valid order. */
    int[][] followers() {
        return inverse(after, after.length);
    }

    int allocations() {
        return bytes.length;
    }

    long bytes(int allocation) {
        return bytes[allocation];
    }

    /** The operations that use an allocation; the first one makes it. */
    int[] users(int allocation) {
        return users[allocation];
    }

    /** True if an allocation is there before all operations. */
    boolean isThereBefore(int allocation) {
        return isThereBefore[allocation];
    }

    /** True if an allocation is never freed. */
    boolean isKept(int allocation) {
        return isKept[allocation];
    }

    /** The allocations that an operation makes or uses. */
    int[] usedBy(int operation) {
        return usedBy[operation];
    }

    /** Bytes in use at the end if nothing were freed. */
    long total() {
        return Arrays.stream(bytes).sum();
    }

    /** The most bytes in use at a time if the operations are executed in an order. */
    long peak(int[] order) {
        Execution execution = new Execution(this);
        long peak = 0;
        for (int operation : order) {
            peak = Math.max(peak, execution.take(operation));
        }
        return peak;
    }
}
