package io.stepprofiler.traced;

import static io.stepprofiler.traced.DeviceProgram.MICRO;
import static io.stepprofiler.traced.DeviceProgram.MILLI;

import io.stepprofiler.trace.Trace;

/**
 * A training of a small transformer on one or two devices as frameworks do it: batches are copied from memory that is not
 * page-locked, the optimizer launches a kernel for each parameter, and the loss is read after each step.
 */
public final class DeviceTraining {
    private static final long MIB = 1L << 20;
    private static final long HELD = 5L << 30;
    private static final int LAYERS = 6;

    private final DeviceProgram program = new DeviceProgram();
    private final int devices;

    private DeviceTraining(int devices) {
        this.devices = devices;
    }

    /**
     * A training of so many steps on so many devices.
     */
    public static Trace trace(int steps, int devices) {
        DeviceTraining training = new DeviceTraining(devices);
        training.program.hasMemory(8L << 30);
        long weights = training.program.allocate(900 * MIB, HELD);
        for (int i = 0; i < steps; i++) {
            int step = i;
            training.program.step(() -> training.step(step));
        }
        training.program.free(weights, 900 * MIB, HELD);
        return training.program.trace();
    }

    private void step(int number) {
        program.load((2 + number % 5) * MILLI);
        program.scope("to device", () -> {
            for (int device = 0; device < devices; device++) {
                program.on(device).copyIn(12 * MIB, false);
            }
        });
        program.on(0);
        long[] activations = new long[LAYERS];
        program.scope("forward", () -> {
            for (int layer = 0; layer < LAYERS; layer++) {
                activations[layer] = program.allocate(160 * MIB, HELD);
                for (int device = 0; device < devices; device++) {
                    program.on(device);
                    layer();
                }
                program.on(0);
            }
        });
        program.scope("backward", () -> {
            for (int layer = LAYERS - 1; layer >= 0; layer--) {
                for (int device = 0; device < devices; device++) {
                    program.on(device);
                    layer();
                    layer();
                    if (devices > 1) {
                        program.scope("nccl:all_reduce", () -> program.allReduce(500 * MICRO));
                    }
                }
                program.on(0).free(activations[layer], 160 * MIB, HELD);
            }
        });
        program.scope("optimizer", () -> {
            for (int parameter = 0; parameter < 60; parameter++) {
                program.scope("aten::addcdiv_", () -> {
                    program.compute(9 * MICRO);
                    program.kernel(
                            "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>",
                            4 * MICRO);
                });
            }
        });
        program.item();
        program.scope("metrics", () -> program.compute(MILLI + 20 * MICRO * number));
    }

    private void layer() {
        program.scope("aten::scaled_dot_product_attention", () -> {
            program.compute(12 * MICRO);
            program.kernel("fmha_cutlassF_f32_aligned_64x64_rf_sm80", 380 * MICRO, 33);
        });
        program.scope("aten::addmm", () -> {
            program.compute(10 * MICRO);
            program.kernel("ampere_sgemm_128x64_tn", 520 * MICRO, 25);
            program.kernel("cublasLt::splitKreduce_kernel", 30 * MICRO, 12);
        });
        program.scope("aten::native_layer_norm", () -> {
            program.compute(10 * MICRO);
            program.kernel("void at::native::vectorized_layer_norm_kernel<float, float>", 45 * MICRO, 90);
        });
    }
}
