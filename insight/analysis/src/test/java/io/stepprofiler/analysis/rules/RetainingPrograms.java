package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WrittenProgram.MILLI;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Programs whose memory grows: tensors that are kept, and the memory of the process beside its heap and its limits. */
final class RetainingPrograms implements RuleOracle {
    private static final long MEBIBYTE = 1 << 20;
    private static final List<String> SCOPES = List.of("forward", "backward");

    private long nextAddress;

    @Override
    public Trace trace(Random random) {
        WrittenProgram program =
                new WrittenProgram().on("java=17; heap.max=" + 500 * MEBIBYTE + "; memory=" + 2000 * MEBIBYTE);
        program.builder.options(RecordingOptions.ALL);
        Map<String, Double> kept = Map.of("forward", random.nextDouble() * 2, "backward", random.nextDouble());
        double process = 300 + random.nextInt(1500);
        double heap = 100 + random.nextInt(300);
        double growth = random.nextInt(30);
        int collections = 0;
        for (int i = 5 + random.nextInt(25); i > 0; i--) {
            program.step(() -> {
                for (String scope : SCOPES) {
                    program.scope(scope, () -> allocate(program, random, random.nextDouble() < kept.get(scope)));
                }
            });
            if (random.nextInt(8) == 0) {
                program.builder.memory(new MemoryEvent(
                        program.now,
                        NaiveTrace.MAIN,
                        MemoryAction.OUT_OF_MEMORY,
                        Device.CPU,
                        0,
                        100_000,
                        -1,
                        0,
                        MemoryCategory.UNKNOWN,
                        -1));
            }
            collections += random.nextInt(4) == 0 ? 1 : 0;
            process += growth + random.nextInt(3);
            heap = Math.max(50, heap + random.nextInt(21) - 10);
            program.builder.counter("process memory MiB", program.now, process);
            program.builder.counter("jvm heap MiB", program.now, heap);
            program.builder.counter("jvm gc count", program.now, collections);
        }
        return program.builder.build();
    }

    private void allocate(WrittenProgram program, Random random, boolean isKept) {
        long bytes = 1L + random.nextInt(1000);
        long address = ++nextAddress;
        program.pass(MILLI);
        program.builder.memory(MemoryEvent.allocated(program.now, NaiveTrace.MAIN, address, bytes));
        program.pass(MILLI);
        if (!isKept) {
            program.builder.memory(MemoryEvent.freed(program.now, NaiveTrace.MAIN, address, bytes));
        }
        program.pass(MILLI);
    }

    @Override
    public Map<String, ToDoubleFunction<NaiveTrace>> figures() {
        return Map.of(
                "memory-grows", RetainingPrograms::retained,
                "native-memory-grows", RetainingPrograms::outside,
                "memory-near-limit", RetainingPrograms::ofLimit);
    }

    /** Bytes that each step but the last allocates in a scope and keeps, as a part of all allocated bytes. */
    private static double retained(NaiveTrace window) {
        List<MemoryEvent> events = IntStream.range(0, window.trace.memory().size())
                .mapToObj(window.trace.memory()::event)
                .toList();
        double grown = 0;
        double all = 0;
        for (String scope : SCOPES) {
            Set<Long> growing = new HashSet<>();
            double bytes = 0;
            for (MemoryEvent each : events) {
                boolean isOf = window.isOpen(each.nanos(), event -> event.name().equals(scope));
                boolean isFreed = events.stream()
                        .anyMatch(other -> other.action() == MemoryAction.FREE && other.address() == each.address());
                if (isOf && each.action() == MemoryAction.ALLOCATE) {
                    all += each.bytes();
                    StepMark step = window.steps.stream()
                            .filter(one -> one.startNanos() <= each.nanos() && each.nanos() < NaiveTrace.end(one))
                            .findFirst()
                            .orElseThrow();
                    if (!isFreed && step.number() < window.steps.size() - 1) {
                        growing.add(step.number());
                        bytes += each.bytes();
                    }
                }
            }
            grown += growing.size() == window.steps.size() - 1 ? bytes : 0;
        }
        return grown / all;
    }

    /** New objects of the heap may lie in memory that no object had before. */
    private static double outside(NaiveTrace window) {
        List<Double> process = window.values("process memory MiB");
        List<Double> heap = window.values("jvm heap MiB");
        double allocated = 0;
        for (int i = 1; i < heap.size(); i++) {
            allocated += Math.max(0, heap.get(i) - heap.get(i - 1));
        }
        return (process.get(process.size() - 1) - process.get(0) - allocated) / process.get(0);
    }

    /** The most memory of the process, or the least of the heap after the last collection. */
    private static double ofLimit(NaiveTrace window) {
        List<Double> process = window.values("process memory MiB");
        List<Double> heap = window.values("jvm heap MiB");
        List<Double> collections = window.values("jvm gc count");
        int last = -1;
        for (int i = 1; i < collections.size(); i++) {
            last = collections.get(i) > collections.get(i - 1) ? i : last;
        }
        double ofHeap = last < 0
                ? 0
                : heap.stream().skip(last).mapToDouble(each -> each).min().orElseThrow() / 500;
        return Math.max(ofHeap, process.stream().mapToDouble(each -> each).max().orElseThrow() / 2000);
    }
}
