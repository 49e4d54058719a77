package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Memory needs of an {@link OperationGraph}: allocations, each begun by one operation and used by some. An allocation
 * is freed right after its last user, or after the operation that began it if it has no users; never if it, or a result
 * that shares it, is an output.
 *
 * <p>So the bytes in use depend on the set of operations that were executed, not on their order.
 */
final class Liveness {
    private static final int NOT_COUNTED = -1;

    private final int[][] after;
    private final long[] bytes;
    private final int[][] users;
    private final boolean[] kept;
    private final int[][] begunBy;
    private final int[][] usedBy;

    private Liveness(OperationGraph graph, int[] pieces, List<Long> sizes) {
        List<TreeSet<Integer>> uses = new ArrayList<>();
        sizes.forEach(size -> uses.add(new TreeSet<>()));
        int[] makers = new int[sizes.size()];
        kept = new boolean[sizes.size()];
        Arrays.fill(makers, Integer.MAX_VALUE);
        for (int i = 0; i < pieces.length; i++) {
            if (pieces[i] != NOT_COUNTED) {
                Result result = graph.results().get(i);
                makers[pieces[i]] = Math.min(makers[pieces[i]], result.operation());
                uses.get(pieces[i]).addAll(result.consumers());
                kept[pieces[i]] |= result.isOutput();
            }
        }
        bytes = sizes.stream().mapToLong(Long::longValue).toArray();
        users = uses.stream().map(Liveness::array).toArray(int[][]::new);
        int operations = graph.operations().size();
        after = graph.operations().stream().map(each -> array(each.after())).toArray(int[][]::new);
        List<List<Integer>> begun = lists(operations);
        List<List<Integer>> used = lists(operations);
        for (int piece = 0; piece < users.length; piece++) {
            begun.get(makers[piece]).add(piece);
            for (int user : users[piece]) {
                used.get(user).add(piece);
            }
        }
        begunBy = begun.stream().map(Liveness::array).toArray(int[][]::new);
        usedBy = used.stream().map(Liveness::array).toArray(int[][]::new);
    }

    /**
     * The memory needs of some results; if {@code inPlace} is false, a result written in place has memory of its own.
     */
    static Liveness of(OperationGraph graph, Predicate<Result> counted, boolean inPlace) {
        int[] pieces = new int[graph.results().size()];
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < pieces.length; i++) {
            Result result = graph.results().get(i);
            boolean begins = result.code() == ResultCode.CREATED || (result.code() == ResultCode.IN_PLACE && !inPlace);
            if (!counted.test(result)) {
                pieces[i] = NOT_COUNTED;
            } else if (begins) {
                pieces[i] = sizes.size();
                sizes.add(Math.max(result.bytes(), 0));
            } else {
                pieces[i] = result.origin() == Result.NONE ? NOT_COUNTED : pieces[result.origin()];
            }
        }
        return new Liveness(graph, pieces, sizes);
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    private static int[] array(Iterable<Integer> numbers) {
        List<Integer> list = new ArrayList<>();
        numbers.forEach(list::add);
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    int operations() {
        return after.length;
    }

    /** The direct predecessors of an operation in every valid order. */
    int[] after(int operation) {
        return after[operation];
    }

    int pieces() {
        return bytes.length;
    }

    long bytes(int piece) {
        return bytes[piece];
    }

    int[] users(int piece) {
        return users[piece];
    }

    /** True if an allocation is never freed. */
    boolean isKept(int piece) {
        return kept[piece];
    }

    /** The allocations that an operation begins. */
    int[] begunBy(int operation) {
        return begunBy[operation];
    }

    /** The allocations that an operation uses. */
    int[] usedBy(int operation) {
        return usedBy[operation];
    }

    long begunBytes(int operation) {
        long sum = 0;
        for (int piece : begunBy[operation]) {
            sum += bytes[piece];
        }
        return sum;
    }

    /** Bytes in use at the end if nothing were freed. */
    long total() {
        return Arrays.stream(bytes).sum();
    }

    /** The most bytes in use at a time if the operations are executed in an order. */
    long peak(int[] order) {
        int[] usesLeft = Arrays.stream(users).mapToInt(each -> each.length).toArray();
        long inUse = 0;
        long peak = 0;
        for (int operation : order) {
            inUse += begunBytes(operation);
            peak = Math.max(peak, inUse);
            for (int piece : usedBy[operation]) {
                inUse -= --usesLeft[piece] == 0 && !kept[piece] ? bytes[piece] : 0;
            }
            for (int piece : begunBy[operation]) {
                inUse -= users[piece].length == 0 && !kept[piece] ? bytes[piece] : 0;
            }
        }
        return peak;
    }
}
