package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import java.util.Map;
import java.util.Set;

/** Kinds of events by category, as in files of Kineto, as of 2021 and of today, and in our own files, and by name. */
final class Kinds {
    private static final String FUNCTION = "python_function";
    private static final Map<String, EventKind> BY_CATEGORY = Map.ofEntries(
            Map.entry("cuda_runtime", EventKind.RUNTIME),
            Map.entry("cuda_driver", EventKind.RUNTIME),
            Map.entry("xpu_runtime", EventKind.RUNTIME),
            Map.entry("xpu_driver", EventKind.RUNTIME),
            Map.entry("mtia_runtime", EventKind.RUNTIME),
            Map.entry("privateuse1_runtime", EventKind.RUNTIME),
            Map.entry("privateuse1_driver", EventKind.RUNTIME),
            Map.entry("overhead", EventKind.PROFILER),
            Map.entry("profiler", EventKind.PROFILER),
            Map.entry("function", EventKind.FUNCTION),
            Map.entry("jvm", EventKind.VIRTUAL_MACHINE),
            Map.entry("jvm_wait", EventKind.WAIT));
    private static final Map<String, EventKind> ON_DEVICES = Map.of(
            "kernel", EventKind.KERNEL,
            "mtia_ccp_events", EventKind.KERNEL,
            "gpu_memcpy", EventKind.MEMORY_COPY,
            "gpu_memset", EventKind.MEMORY_SET,
            "Kernel", EventKind.KERNEL,
            "Memcpy", EventKind.MEMORY_COPY,
            "Memset", EventKind.MEMORY_SET,
            "cuda_sync", EventKind.RUNTIME,
            "cuda_profiler_range", EventKind.PROFILER);
    /** Further categories on the streams of devices in Kineto's files. */
    private static final Set<String> NAMES_ON_DEVICES = Set.of("gpu_user_annotation", "cuda_event");

    private Kinds() {}

    /** True if events of a category are on streams of devices. */
    static boolean areOnDevices(String category) {
        return ON_DEVICES.containsKey(category) || NAMES_ON_DEVICES.contains(category);
    }

    static boolean isModule(EventRecord event) {
        return event.category.equals(FUNCTION) && event.name.startsWith(PyTorch.MODULE_PREFIX);
    }

    static EventKind onThread(String category, String name) {
        return switch (category) {
            case "cpu_op", "operator", "Operator" -> communicates(name) ? EventKind.COMMUNICATION : scopeOrData(name);
            // An annotation of NCCL only launches the communication.
            case "user_annotation" ->
                name.startsWith(PyTorch.GLOO_PREFIX) ? EventKind.COMMUNICATION : scopeOrData(name);
            case "Runtime" -> EventKind.RUNTIME;
            default -> BY_CATEGORY.getOrDefault(category, EventKind.SCOPE);
        };
    }

    /** An event without a category is work of the device, too: JAX writes none. */
    static EventKind onDevice(String category, String name) {
        if (category.isEmpty()) {
            return name.startsWith("Memcpy") || name.startsWith("MEMCPY")
                    ? EventKind.MEMORY_COPY
                    : name.startsWith("Memset") ? EventKind.MEMORY_SET : EventKind.KERNEL;
        }
        EventKind kind = ON_DEVICES.getOrDefault(category, EventKind.SCOPE);
        boolean collective = communicates(name) || name.startsWith("ncclDevKernel") || name.startsWith("ncclKernel");
        return kind == EventKind.KERNEL && collective ? EventKind.COMMUNICATION : kind;
    }

    private static boolean communicates(String name) {
        return name.startsWith(PyTorch.NCCL_PREFIX) || name.startsWith(PyTorch.GLOO_PREFIX);
    }

    private static EventKind scopeOrData(String name) {
        return name.startsWith(PyTorch.DATA_LOADER_PREFIX) || name.startsWith(PyTorch.DATA_PIPE_PREFIX)
                ? EventKind.DATA_LOADER
                : EventKind.SCOPE;
    }
}
