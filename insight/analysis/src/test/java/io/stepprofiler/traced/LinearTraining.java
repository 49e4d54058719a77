package io.stepprofiler.traced;

import io.stepprofiler.trace.Trace;

/**
 * A linear layer trained with momentum for some steps, operation by operation as PyTorch does it. Each tensor has a
 * size of its own, by which it is told in the results.
 */
public final class LinearTraining {
    public static final long WEIGHT = 4096;
    public static final long BIAS = 64;
    public static final long DATA = 8192;
    public static final long TARGET = 512;
    public static final long HIDDEN = 2048;
    public static final long LOSS = 4;
    public static final long WORKSPACE = 1 << 20;
    public static final long WEIGHT_GRADIENT = 4100;
    public static final long BIAS_GRADIENT = 68;
    public static final long OUTPUT_GRADIENT = 2052;
    public static final long LOSS_GRADIENT = 8;
    public static final long WEIGHT_MOMENTUM = 4104;
    public static final long BIAS_MOMENTUM = 72;
    public static final long LEAK = 1000;

    private final TracedProgram program;
    private final long weight;
    private final long bias;
    private long weightMomentum;
    private long biasMomentum;

    private LinearTraining(TracedProgram program) {
        this.program = program;
        weight = program.existing(WEIGHT);
        bias = program.existing(BIAS);
    }

    public static Trace of(int steps) {
        return of(steps, true);
    }

    /** The same, with or without the scope around the optimizer's step. */
    public static Trace of(int steps, boolean optimizerScope) {
        return trace(new TracedProgram(), steps, optimizerScope);
    }

    /** The same, with waits, samples and what the virtual machine does all over it. */
    public static Trace waiting(int steps) {
        return trace(new TracedProgram(true), steps, true);
    }

    private static Trace trace(TracedProgram program, int steps, boolean optimizerScope) {
        LinearTraining training = new LinearTraining(program);
        for (int i = 0; i < steps; i++) {
            training.step(optimizerScope);
        }
        return training.program.trace();
    }

    private void step(boolean optimizerScope) {
        long data = program.op("aten::randn", DATA);
        long target = program.op("aten::randint", TARGET);
        long[] forward = new long[2];
        program.scope("forward", () -> {
            forward[0] = program.op("aten::addmm", HIDDEN, WORKSPACE, new long[] {bias, data, weight});
            program.scope("loss", () -> forward[1] = program.op("aten::mse_loss", LOSS, forward[0], target));
            program.allocate(LEAK);
        });
        long[] gradients = new long[2];
        backward(data, target, forward, gradients);
        Runnable update = () -> {
            weightMomentum = update(weight, gradients[0], weightMomentum, WEIGHT_MOMENTUM);
            biasMomentum = update(bias, gradients[1], biasMomentum, BIAS_MOMENTUM);
        };
        if (optimizerScope) {
            program.scope("Optimizer.step#SGD.step", update);
        } else {
            update.run();
        }
        program.free(gradients);
        program.free(forward);
        program.free(data, target);
        program.step();
    }

    private void backward(long data, long target, long[] forward, long[] gradients) {
        long one = program.op("aten::ones_like", LOSS_GRADIENT, forward[1]);
        long[] output = new long[1];
        program.scope(
                "autograd::engine::evaluate_function: MseLossBackward0",
                () -> program.scope(
                        "MseLossBackward0",
                        () -> output[0] =
                                program.op("aten::mse_loss_backward", OUTPUT_GRADIENT, one, forward[0], target)));
        program.free(one);
        program.scope(
                "autograd::engine::evaluate_function: AddmmBackward0",
                () -> program.scope("AddmmBackward0", () -> {
                    gradients[0] = program.op("aten::mm", WEIGHT_GRADIENT, output[0], data);
                    gradients[1] = program.op("aten::sum", BIAS_GRADIENT, output[0]);
                }));
        program.free(output);
        for (long gradient : gradients) {
            program.scope(
                    "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad",
                    () -> program.read("torch::autograd::AccumulateGrad", gradient));
        }
    }

    private long update(long parameter, long gradient, long before, long bytes) {
        long momentum = before;
        if (momentum == 0) {
            momentum = program.op("aten::clone", bytes, gradient);
        } else {
            program.write("aten::mul_", momentum);
            program.write("aten::add_", momentum, gradient);
        }
        program.write("aten::add_", parameter, momentum);
        return momentum;
    }
}
