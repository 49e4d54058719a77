package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.trace.Environment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Options of the virtual machine for fewer and shorter collections, compared with the options of the run. */
final class HeapAdvice {
    private static final String FRAMEWORK = "JVM";
    private static final String PARALLEL = "-XX:+UseParallelGC";
    private static final String LARGER = "a larger heap: fewer collections";
    private static final int TIMES = 4;
    private static final int MEBI = 20;

    private HeapAdvice() {}

    /** Returns all of it: a larger heap, and another collector. */
    static List<Advice> all(WindowFacts facts) {
        return Stream.concat(larger(facts).stream(), collector(facts).stream()).toList();
    }

    /** Returns the collector with the best throughput, unless the run has it. */
    private static Optional<Advice> collector(WindowFacts facts) {
        Optional<Environment> environment = Environment.of(facts.trace());
        if (environment.filter(each -> each.collector().equals("Parallel")).isPresent()) {
            return Optional.empty();
        }
        // The virtual machine refuses to start with two collectors.
        String instead = environment.stream()
                .flatMap(each -> each.arguments().stream())
                .filter(argument -> argument.matches("-XX:\\+Use\\w+GC"))
                .findFirst()
                .map(argument -> " instead of " + argument)
                .orElse("");
        return Optional.of(new Advice(FRAMEWORK, PARALLEL + instead + ": more throughput, longer pauses"));
    }

    /** Returns a size of the heap that the memory of the machine allows; empty if it hardly allows a larger one. */
    static Optional<Advice> larger(WindowFacts facts) {
        long heap = Environment.of(facts.trace()).map(Environment::maxHeapBytes).orElse(0L);
        OptionalLong memory = memory(facts);
        if (heap <= 0 || memory.isEmpty()) {
            return Optional.of(new Advice(FRAMEWORK, LARGER));
        }
        long mebibytes = Math.min(TIMES * heap, memory.getAsLong() / 2) >> MEBI;
        return mebibytes < 2 * (heap >> MEBI)
                ? Optional.empty()
                : Optional.of(new Advice(
                        FRAMEWORK,
                        "-Xms" + mebibytes + "m -Xmx" + mebibytes + "m: the heap may have " + Amount.bytes(heap)
                                + " of " + Amount.bytes(memory.getAsLong()) + " memory"));
    }

    /** Returns the advice to make the heap as large, if the machine has the memory. */
    static Advice heap(WindowFacts facts, long mebibytes) {
        boolean isRoom = memory(facts).orElse(Long.MAX_VALUE) >> MEBI > mebibytes;
        return new Advice(FRAMEWORK, isRoom ? "-Xmx" + mebibytes + "m" : "a machine with more memory");
    }

    /** Memory of the machine, or of its container if that has less. */
    private static OptionalLong memory(WindowFacts facts) {
        return Environment.of(facts.trace()).map(Environment::limits).stream()
                .flatMap(limits -> Stream.of(limits.memoryBytes(), limits.containerMemoryBytes()))
                .flatMapToLong(OptionalLong::stream)
                .min();
    }
}
