package io.stepprofiler.cuda;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Kernels of a window by device; filled only for metrics per kernel. */
final class KernelLog {
    /** Kernel with the correlation id of its launch, and its times, which are 0 if CUPTI took none. */
    record Kernel(String name, long correlation, long start, long end) {}

    /** Maximum number of kernels per device; further ones are not logged. */
    private static final int MAX_KERNELS = 1 << 16;

    private final boolean isWanted;
    private final Map<Integer, List<Kernel>> byDevice = new HashMap<>();

    KernelLog(boolean isWanted) {
        this.isWanted = isWanted;
    }

    void add(int device, Kernel kernel) {
        if (isWanted) {
            List<Kernel> kernels = byDevice.computeIfAbsent(device, any -> new ArrayList<>());
            if (kernels.size() < MAX_KERNELS) {
                kernels.add(kernel);
            }
        }
    }

    List<Kernel> of(int device) {
        return byDevice.getOrDefault(device, List.of());
    }
}
