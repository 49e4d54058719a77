package io.stepprofiler.handlers.pprof;

import io.stepprofiler.analysis.stacktree.StackValues;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;

/**
 * Quantity that a profile has for each stack.
 *
 * @param type its name, as in Go's profiles if they have the same quantity
 * @param unit its unit
 * @param isIn whether a trace has any
 * @param adder adds its values in a trace
 */
record SampleType(String type, String unit, Predicate<Trace> isIn, Adder adder) {
    /** Adds values to the stacks of a profile. */
    interface Adder {
        void add(Trace trace, SampleStacks stacks);
    }

    private static final String NANOSECONDS = "nanoseconds";
    private static final String COUNT = "count";
    private static final String BYTES = "bytes";
    private static final Set<SampleKind> RUNNING = Set.of(SampleKind.JAVA, SampleKind.NATIVE);
    private static final Set<SampleKind> CPU = Set.of(SampleKind.CPU_TIME);
    private static final Set<SampleKind> ALLOCATION = Set.of(SampleKind.ALLOCATION);

    /** Sample types of a trace, the most interesting first. */
    static final List<SampleType> ALL = List.of(
            new SampleType(
                    "time",
                    NANOSECONDS,
                    trace -> true,
                    (trace, stacks) -> stacks.byThread().addSelfTimes()),
            new SampleType(
                    "events",
                    COUNT,
                    trace -> true,
                    (trace, stacks) -> stacks.byThread().addCounts()),
            new SampleType(
                    "device_time",
                    NANOSECONDS,
                    SampleType::hasDevice,
                    (trace, stacks) -> stacks.byThread().addDeviceTimes()),
            new SampleType(
                    "samples",
                    COUNT,
                    trace -> has(trace, CPU) || has(trace, RUNNING),
                    // Both kinds would count the same time twice.
                    (trace, stacks) ->
                            stacks.byThread().addSamples((has(trace, CPU) ? CPU : RUNNING)::contains, i -> 1)),
            ofSamples("cpu", NANOSECONDS, CPU),
            ofSamples("sampled_time", NANOSECONDS, RUNNING),
            ofSamples("java_alloc_space", BYTES, ALLOCATION),
            ofMemory("alloc_objects", COUNT, SampleStacks::byThreadOn, false, memory -> i -> 1),
            ofMemory("alloc_space", BYTES, SampleStacks::byThreadOn, false, SampleType::bytes),
            ofMemory("inuse_objects", COUNT, SampleStacks::byThreadOn, true, memory -> i -> 1),
            ofMemory("inuse_space", BYTES, SampleStacks::byThreadOn, true, SampleType::bytes));

    /** Sample types of JAX for the memory of devices. */
    static final List<SampleType> OF_DEVICE_MEMORY = List.of(
            ofMemory("allocations", COUNT, SampleStacks::buffersOf, true, memory -> i -> 1),
            ofMemory("space", BYTES, SampleStacks::buffersOf, true, SampleType::bytes));

    private static SampleType ofSamples(String type, String unit, Set<SampleKind> kinds) {
        return new SampleType(
                type,
                unit,
                trace -> has(trace, kinds),
                (trace, stacks) -> stacks.byThread().addSamples(kinds::contains, trace.samples()::weight));
    }

    private static SampleType ofMemory(
            String type,
            String unit,
            BiFunction<SampleStacks, Device, StackValues> stacksOf,
            boolean aliveOnly,
            Function<MemoryEvents, IntToLongFunction> value) {
        return new SampleType(type, unit, trace -> trace.memory().size() > 0, (trace, stacks) -> {
            MemoryEvents memory = trace.memory();
            IntPredicate counts =
                    i -> memory.action(i) == MemoryAction.ALLOCATE && (!aliveOnly || memory.counterpart(i) < 0);
            for (Device device : memory.devices()) {
                stacksOf.apply(stacks, device)
                        .addMemory(i -> counts.test(i) && memory.device(i).equals(device), value.apply(memory));
            }
        });
    }

    private static IntToLongFunction bytes(MemoryEvents memory) {
        return i -> Math.max(memory.bytes(i), 0);
    }

    private static boolean hasDevice(Trace trace) {
        return trace.tracks().stream().anyMatch(track -> track.device().isPresent());
    }

    private static boolean has(Trace trace, Set<SampleKind> kinds) {
        return !Collections.disjoint(trace.samples().kinds(), kinds);
    }
}
