package io.stepprofiler.analysis.functions;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Profile of one function: its calls, and the nodes that they were made of. Immutable; profiles of several windows, and
 * of several functions, can be added up.
 *
 * @param name name of the function
 * @param calls its calls, and their time
 * @param compile time of making it ready to run
 * @param applies its nodes, in the order of their ids
 * @see io.stepprofiler.analysis.functions the rules
 */
public record FunctionProfile(String name, CallTotals calls, CompileTime compile, List<Apply> applies) {
    /** Copies the list. */
    public FunctionProfile {
        applies = List.copyOf(applies);
    }

    /** {@return time of all operations in all calls, in nanoseconds; at most the time of the calls} */
    public long operationNanos() {
        return applies.stream().mapToLong(Apply::nanos).sum();
    }

    /** {@return time of the calls in which no operation ran, between the first one and the last one of each call} */
    public long betweenNanos() {
        return calls.spanNanos() - operationNanos();
    }

    /** {@return time of the calls before their first operation and after their last one; all of it without any} */
    public long aroundNanos() {
        return calls.nanos() - calls.spanNanos();
    }

    /** {@return the number of nodes, including nodes that only an ignored call executed} */
    public int nodeCount() {
        return applies.size();
    }

    /**
     * {@return the sums by name of the operation: by time, number of executions and of nodes, descending, then by name}
     */
    public List<OperationTotal> classes() {
        return totals(apply -> apply.operation().name());
    }

    /** {@return the sums over nodes of equal attributes, types and shapes, ordered as {@link #classes()}} */
    public List<OperationTotal> ops() {
        return totals(apply -> apply.operation().withoutStrides().text());
    }

    private List<OperationTotal> totals(Function<Apply, String> key) {
        Map<String, OperationTotal> totals = new LinkedHashMap<>();
        for (Apply apply : applies) {
            if (apply.calls() > 0) {
                Layer layer = apply.operation().layer();
                String text = key.apply(apply);
                totals.merge(
                        text,
                        new OperationTotal(text, Set.of(layer), 1, apply.calls(), apply.nanos()),
                        FunctionProfile::sum);
            }
        }
        return totals.values().stream()
                .sorted(Comparator.comparingLong(OperationTotal::nanos)
                        .thenComparingLong(OperationTotal::calls)
                        .thenComparingInt(OperationTotal::applies)
                        .reversed()
                        .thenComparing(OperationTotal::name))
                .toList();
    }

    private static OperationTotal sum(OperationTotal a, OperationTotal b) {
        Set<Layer> layers = EnumSet.copyOf(a.layers());
        layers.addAll(b.layers());
        return new OperationTotal(
                a.name(), layers, a.applies() + b.applies(), a.calls() + b.calls(), a.nanos() + b.nanos());
    }

    /** {@return the nodes that were executed, by time, descending, and of equal times the later one first} */
    public List<Apply> appliesByTime() {
        return applies.stream()
                .filter(apply -> apply.calls() > 0)
                .sorted(Comparator.comparingLong(Apply::nanos)
                        .thenComparingInt(Apply::id)
                        .reversed())
                .toList();
    }

    /**
     * {@return the sum of this profile and another one, under the name of this one} Equal nodes become one; nodes that
     * only the other profile has follow the nodes of this one.
     *
     * @param other the other one, of this function or of another
     */
    public FunctionProfile plus(FunctionProfile other) {
        return new FunctionSums(Integer.MAX_VALUE).plus(this).plus(other).profile(name);
    }

    /** This profile with one more place around all its nodes. */
    FunctionProfile inside(String place) {
        return new FunctionProfile(
                name,
                calls,
                compile,
                applies.stream().map(apply -> apply.inside(place)).toList());
    }

    /**
     * Sums over the calls of a function. Times are in nanoseconds.
     *
     * @param count number of calls, without the calls left out
     * @param nanos time of these calls
     * @param spanNanos time of these calls from the start of the first operation to the end of the last one; 0 for calls
     *     without any
     * @param firstNanos time of the first call, also if it is left out; -1 if there was none
     * @param minNanos time of the shortest of these calls; 0 if there are none
     * @param maxNanos time of the longest of these calls; 0 if there are none
     * @param ignored number of first calls that are left out
     * @param unfinished number of calls left out because their end is not known
     */
    public record CallTotals(
            long count,
            long nanos,
            long spanNanos,
            long firstNanos,
            long minNanos,
            long maxNanos,
            long ignored,
            long unfinished) {
        /** No call. */
        public static final CallTotals NONE = new CallTotals(0, 0, 0, -1, 0, 0, 0, 0);

        static CallTotals ofCall(long nanos, long spanNanos) {
            return new CallTotals(1, nanos, spanNanos, -1, nanos, nanos, 0, 0);
        }

        static CallTotals ofFirst(long nanos) {
            return new CallTotals(0, 0, 0, nanos, 0, 0, 0, 0);
        }

        static CallTotals ofIgnored() {
            return new CallTotals(0, 0, 0, -1, 0, 0, 1, 0);
        }

        static CallTotals ofUnfinished(long count) {
            return new CallTotals(0, 0, 0, -1, 0, 0, 0, count);
        }

        /**
         * {@return the sum of these and others, which were later}
         *
         * @param later the others
         */
        public CallTotals plus(CallTotals later) {
            return new CallTotals(
                    count + later.count,
                    nanos + later.nanos,
                    spanNanos + later.spanNanos,
                    firstNanos >= 0 ? firstNanos : later.firstNanos,
                    count == 0 ? later.minNanos : later.count == 0 ? minNanos : Math.min(minNanos, later.minNanos),
                    Math.max(maxNanos, later.maxNanos),
                    ignored + later.ignored,
                    unfinished + later.unfinished);
        }
    }

    /**
     * Sums over all nodes of one class, or of one operation: a row of the tables "Class" and "Ops".
     *
     * @param name name of the class, or text of the operation
     * @param layers where they run
     * @param applies number of executed nodes
     * @param calls how often they were executed
     * @param nanos time of all executions, in nanoseconds
     */
    public record OperationTotal(String name, Set<Layer> layers, int applies, long calls, long nanos) {
        /** Copies the set, in the order of the layers. */
        public OperationTotal {
            layers = Collections.unmodifiableSet(new TreeSet<>(layers));
        }
    }
}
