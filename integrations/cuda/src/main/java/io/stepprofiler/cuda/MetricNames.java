package io.stepprofiler.cuda;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of metrics, such as {@code dram__bytes_read.sum}, and names that stand for several metrics. */
final class MetricNames {
    /** Only the syntax is checked: CUPTI knows the existing names, and only once there is a device. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*(\\.\\w+)*");

    private static final String FLOATING_POINT = "smsp__sass_thread_inst_executed_op_%s_pred_on.sum";

    /** Kineto's names for several metrics. */
    private static final Map<String, List<String>> SEVERAL = Map.of(
            "kineto__tensor_core_insts", List.of("sm__inst_executed_pipe_tensor.sum"),
            "kineto__cuda_core_flops",
                    List.of("dadd", "dfma", "dmul", "hadd", "hfma", "hmul", "fadd", "ffma", "fmul").stream()
                            .map(FLOATING_POINT::formatted)
                            .toList());

    private MetricNames() {}

    static List<String> checked(List<String> names) {
        if (names.size() > CudaOptions.MAX_METRICS) {
            throw new IllegalArgumentException(
                    "metrics = " + names.size() + " names is not allowed: must be at most " + CudaOptions.MAX_METRICS);
        }
        for (String name : names) {
            if (name.length() > CudaOptions.MAX_METRIC_LENGTH
                    || !NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("metrics = \"" + name
                        + "\" is not allowed: must be names such as dram__bytes_read.sum, of letters, digits, _ and dots,"
                        + " and at most " + CudaOptions.MAX_METRIC_LENGTH + " characters");
            }
        }
        return List.copyOf(names);
    }

    /** Returns the distinct metrics that CUPTI counts for some names. */
    static List<String> counted(List<String> names) {
        Set<String> counted = new LinkedHashSet<>();
        names.forEach(name -> counted.addAll(SEVERAL.getOrDefault(name, List.of(name))));
        return List.copyOf(counted);
    }
}
