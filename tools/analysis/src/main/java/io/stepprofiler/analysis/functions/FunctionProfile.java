package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.compile.CompileTime;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    /**
     * Copies the list.
     *
     * @param name name
     * @param calls its calls
     * @param compile time of making it ready
     * @param applies its nodes
     */
    public FunctionProfile {
        applies = List.copyOf(applies);
    }

    /** {@return time of all operations in all calls, in nanoseconds; at most that of the calls} */
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

    /** {@return how many nodes there are, also those that were executed in an ignored call only} */
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
     * {@return the sum of this profile and another one, under the name of this one} Equal nodes become one; those of
     * the other that this one does not have follow its own.
     *
     * @param other the other one, of this function or of another
     */
    public FunctionProfile plus(FunctionProfile other) {
        return new FunctionSums(Integer.MAX_VALUE).plus(this).plus(other).profile(name);
    }

    /** This profile with all its nodes in one more place. */
    FunctionProfile inside(String place) {
        return new FunctionProfile(
                name,
                calls,
                compile,
                applies.stream().map(apply -> apply.inside(place)).toList());
    }
}
