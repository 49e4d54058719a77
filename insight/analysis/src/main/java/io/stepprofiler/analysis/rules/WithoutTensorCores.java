package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;

import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceProperties;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.flops.TensorCores;
import io.stepprofiler.frameworks.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule about kernels of matrix products and convolutions whose names show no use of the tensor cores of their device.
 * Vector kernels, reductions, rearrangements and depthwise convolutions cannot use them.
 */
final class WithoutTensorCores {
    private static final Pattern PRODUCT = Pattern.compile(
            "gemm|scudnn|implicit_convolve|conv2d_grouped_direct|(?<![a-z])(?:fprop|dgrad|wgrad)(?![a-z])");
    private static final Pattern OTHER = Pattern.compile("splitKreduce|depthwise|im2col");
    private static final Pattern DOUBLE = Pattern.compile("dgemm|(?<![a-z0-9])f64|<double");

    private WithoutTensorCores() {}

    static Optional<Symptom> of(WindowFacts facts) {
        DeviceWork work = facts.deviceWork();
        Map<Device, DeviceProperties> known = new HashMap<>();
        WorkGroups without = new WorkGroups(facts);
        long all = 0;
        for (Operation each : work.operations()) {
            DeviceProperties properties =
                    known.computeIfAbsent(each.device(), device -> DeviceProperties.of(facts.trace(), device));
            if (each.kind() == EventKind.KERNEL && properties.hasTensorCores()) {
                all += each.nanos();
                if (couldUse(each.name(), properties)) {
                    without.addWork(each);
                }
            }
        }
        if (without.size() == 0) {
            return Optional.empty();
        }
        double share = (double) without.nanos() / all;
        Figure figure = Figure.share(share, "the time of kernels");
        return Optional.of(new Symptom(
                figure,
                "matrix products and convolutions without tensor cores take " + figure.text() + ", and "
                        + facts.ofDevices(without.inSteps().nanos()).text() + without.by(),
                "compute with lower precision, if the training tolerates it",
                0,
                without.proofs(),
                Advice.about(
                        Problem.PRECISION_HIGH,
                        List.of(
                                Advice.of(
                                        "mixed precision: float16, or bfloat16 from compute capability 8.0 on; sizes that are"
                                                + " multiples of 8"),
                                Advice.of(
                                        "TF32 for float32 from compute capability 8.0 on: NVIDIA_TF32_OVERRIDE=1 in the"
                                                + " environment, for every library")))));
    }

    private static boolean couldUse(String kernel, DeviceProperties properties) {
        return PRODUCT.matcher(kernel).find()
                && !OTHER.matcher(kernel).find()
                && !TensorCores.areUsedBy(kernel)
                && (properties.hasDoubleTensorCores() || !DOUBLE.matcher(kernel).find());
    }
}
