package io.stepprofiler.benchmarks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Random;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Trace of about {@value #EVENTS} memory events: a thousand steps through a chain of layers, forward, backward and
 * update, as in a framework: about 0.4 million operations, whose tensors are known, in scopes. Every operation
 * allocates its result and a workspace; the backward pass frees the results of the forward pass; addresses are reused.
 */
@State(Scope.Benchmark)
public class MillionMemoryEvents {
    /** Memory events in the trace, to within one percent. */
    public static final int EVENTS = 1_000_000;

    private static final int STEPS = 1000;
    /** An activation, its gradient and the gradient of the weight; each allocated and freed, with a workspace. */
    private static final int EVENTS_A_LAYER = 12;

    private static final int LAYERS = EVENTS / STEPS / EVENTS_A_LAYER;

    private static final long THREAD = 1;
    private static final long EPOCH = 1_790_000_000_000_000_000L;

    /** The trace. */
    final Trace trace = new Program().run();

    private static final class Program {
        private final TraceBuilder builder = new TraceBuilder()
                .options(RecordingOptions.ALL)
                .window(new ClockAnchor(0, EPOCH), new ClockAnchor(1L << 40, EPOCH + (1L << 40)));
        private final TrackBuilder track = builder.thread(THREAD, "main");
        private final Random random = new Random(1);
        private final long[] freed = new long[1 << 16];
        private final Operand tensor = Operand.tensor(ElementType.FLOAT, Dims.of(64, 64));
        private final int operation =
                builder.signatureId(OpSignature.of(tensor, tensor).withOutputs(tensor));
        private final int update = builder.signatureId(OpSignature.of(tensor.mutated(), tensor));
        private int freedCount;
        private long nextAddress = 1L << 30;
        private long now;

        Trace run() {
            long[] weights = new long[LAYERS];
            for (int i = 0; i < LAYERS; i++) {
                weights[i] = newAddress();
            }
            for (int step = 0; step < STEPS; step++) {
                long start = now;
                step(weights);
                builder.step(new StepMark(step, start, now - start, THREAD, false));
            }
            return builder.build();
        }

        private void step(long[] weights) {
            long[] values = new long[LAYERS + 1];
            long[] gradients = new long[LAYERS];
            values[0] = allocate();
            long begin = now;
            for (int i = 0; i < LAYERS; i++) {
                values[i + 1] = operation("aten::linear", values[i], weights[i]);
            }
            scope("forward", begin);
            begin = now;
            long output = values[LAYERS];
            for (int i = LAYERS - 1; i >= 0; i--) {
                long function = now;
                gradients[i] = operation("aten::mm", output, values[i]);
                long input = operation("aten::mm", output, weights[i]);
                scope("LinearBackward0", function);
                function = now;
                add("torch::autograd::AccumulateGrad", now + 100, update, gradients[i], gradients[i]);
                scope("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", function);
                free(output);
                free(values[i]);
                output = input;
            }
            free(output);
            scope("backward", begin);
            begin = now;
            for (int i = 0; i < LAYERS; i++) {
                add("aten::add_", now + 200, update, weights[i], gradients[i]);
                free(gradients[i]);
            }
            scope("Optimizer.step#SGD.step", begin);
        }

        private long operation(String name, long first, long second) {
            long start = now;
            free(allocate());
            long output = allocate();
            now = start;
            add(name, start + 3000 + random.nextInt(2000), operation, first, second, output);
            return output;
        }

        private void add(String name, long end, int signature, long... tensors) {
            int event = track.add(builder.nameId(name), now, end - now);
            track.signature(event, signature);
            track.tensors(event, tensors, 0, tensors.length);
            now = end + 100;
        }

        private void scope(String name, long begin) {
            track.add(builder.nameId(name), begin, now - begin);
        }

        private long allocate() {
            long address = freedCount > 0 ? freed[--freedCount] : newAddress();
            builder.memory(MemoryEvent.allocated(tick(), THREAD, address, 16384));
            return address;
        }

        private void free(long address) {
            builder.memory(MemoryEvent.freed(tick(), THREAD, address, 16384));
            freed[freedCount++] = address;
        }

        private long tick() {
            now += 500;
            return now;
        }

        private long newAddress() {
            nextAddress += 16384;
            return nextAddress;
        }
    }
}
