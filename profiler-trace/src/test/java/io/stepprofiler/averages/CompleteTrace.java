package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;

/** One step with a module, a matrix product in it, the kernel it runs, its backward operation, and memory. */
final class CompleteTrace {
    private CompleteTrace() {}

    static Trace build() {
        TraceBuilder trace = new TraceBuilder().step(new StepMark(0, 0, 10_000_000, 1, false));
        TrackBuilder main = trace.thread(1, "main");
        int stack = trace.stackId(List.of(
                new StackTraceElement("demo.Net", "forward", "Net.java", 12),
                new StackTraceElement("demo.Main", "main", "Main.java", 7)));
        main.stack(main.add(trace.nameId("forward", EventKind.MODULE, "Net"), 0, 6_000_000), stack);
        int product = main.add(trace.nameId("aten::mm"), 1_000_000, 2_500_000);
        main.signature(product, trace.signatureId(new OpSignature("out", operands(), List.of(), -1)))
                .correlation(product, 5)
                .sequence(product, 1, -1)
                .stack(product, stack);
        TrackBuilder backward = trace.thread(2, "backward");
        backward.sequence(backward.add(trace.nameId("MmBackward0"), 7_000_000, 1_000_000), 1, 1);
        TrackBuilder stream = trace.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(trace.nameId("gemm", EventKind.KERNEL, ""), 2_000_000, 4_000_000), 5);
        return trace.memory(MemoryEvent.allocated(1_500_000, 1, 1, 3 << 19))
                .memory(MemoryEvent.allocated(1_600_000, 1, 1, 4096).on(Device.cuda(0)))
                .memory(MemoryEvent.freed(11_000_000, 1, 1, 3 << 19))
                .build();
    }

    private static List<Operand> operands() {
        return List.of(
                Operand.tensor(ElementType.FLOAT, Dims.of(64, 784)),
                Operand.tensor(ElementType.FLOAT, Dims.of(784, 128)));
    }
}
