package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Categories of events, by which viewers decide what to show where. */
enum Category {
    /** A scope or an operation: TensorBoard's operator view shows these and no {@code user_annotation}. */
    OPERATION("cpu_op", true),
    /** Communication among workers; TensorBoard's plugin reads its sizes. */
    COLLECTIVE("cpu_op", true),
    /** A step. */
    STEP("user_annotation", true),
    /** Waiting for data. */
    DATA_LOADER("user_annotation", true),
    /** A step of an optimizer. */
    OPTIMIZER_STEP("user_annotation", true),
    /** The reset of gradients, for which TensorBoard's plugin has no place in its trees. */
    ZERO_GRAD("user_annotation", false),
    /**
     * An event on a device that is named like one that viewers recognize on threads, such as a wait for data, and in
     * files for TensorBoard's plugin any scope or step shown on a device. The plugin would count it for the thread with
     * the number of the stream, and steps twice; an unknown category keeps it in the timeline only.
     */
    MISNAMED("user_scope", false),
    /** A module of a model; viewers know modules as functions of Python. */
    MODULE("python_function", false),
    /** A function of Python on a call stack, from a file of torch: no operation. */
    PYTHON("python_function", false),
    /** A call of a function that is profiled as a whole: no operation, and no module either. */
    FUNCTION("function", false),
    /** A call of a device's runtime. */
    RUNTIME("cuda_runtime", false),
    /** A call of a device's driver, on which the runtime is built. */
    DRIVER("cuda_driver", false),
    /** Synchronisation with a stream, on that stream. */
    SYNCHRONIZATION("cuda_sync", false),
    /** Overhead of the library that records devices. */
    OVERHEAD("overhead", false),
    /** Wait of a thread, in a category that no viewer takes for an operation. */
    WAIT("jvm_wait", false),
    /** Activity of the virtual machine. */
    VIRTUAL_MACHINE("jvm", false),
    /** Activity of the profiler itself. */
    PROFILER("profiler", false),
    /** A computation on a device. */
    KERNEL("kernel", false),
    /** A copy to, from or within a device. */
    MEMORY_COPY("gpu_memcpy", false),
    /** A filling of a device's memory. */
    MEMORY_SET("gpu_memset", false),
    /** Range in which a device counted metrics. */
    METRICS("cuda_profiler_range", false),
    /** Anything else on a device; viewers do not count it as busy time. */
    DEVICE_SCOPE("gpu_user_annotation", false);

    private static final Map<EventKind, Category> ON_THREADS = new EnumMap<>(Map.of(
            EventKind.MODULE, MODULE,
            EventKind.COMMUNICATION, COLLECTIVE,
            EventKind.DATA_LOADER, DATA_LOADER,
            EventKind.RUNTIME, RUNTIME,
            EventKind.WAIT, WAIT,
            EventKind.VIRTUAL_MACHINE, VIRTUAL_MACHINE,
            EventKind.PROFILER, PROFILER,
            EventKind.FUNCTION, FUNCTION));
    private static final Map<EventKind, Category> ON_DEVICES = new EnumMap<>(Map.of(
            EventKind.KERNEL, KERNEL,
            EventKind.COMMUNICATION, KERNEL,
            EventKind.RUNTIME, SYNCHRONIZATION,
            EventKind.PROFILER, METRICS,
            EventKind.MEMORY_COPY, MEMORY_COPY,
            EventKind.MEMORY_SET, MEMORY_SET));
    /** Torch's names of Python functions, with their file and line, and of built-in functions. */
    private static final Pattern PYTHON_CALL = Pattern.compile("(?:.*\\.py|<[^>]*>[^()]*)\\(\\d+\\): .+|<built-in .+>");
    /** Prefix of functions of the driver, such as cuLaunchKernel; the runtime has cudaLaunchKernel. */
    private static final Pattern DRIVER_CALL = Pattern.compile("cu[A-Z]");
    /** Kineto's names of the recording overheads that CUPTI reports. */
    private static final Set<String> OVERHEADS = Set.of(
            "Driver Compiler",
            "Buffer Flush",
            "Instrumentation",
            "Resource",
            "Runtime Triggered Module Loading",
            "Lazy Function Loading",
            "Command Buffer Full",
            "Activity Buffer Request",
            "UVM Activity Init",
            "Unknown");
    /** Categories that torch gives to names with a prefix, as viewers expect. */
    private static final Map<String, Category> BY_PREFIX = new LinkedHashMap<>();

    static {
        BY_PREFIX.put(PyTorch.DATA_LOADER_PREFIX, DATA_LOADER);
        BY_PREFIX.put(PyTorch.DATA_PIPE_PREFIX, DATA_LOADER);
        BY_PREFIX.put(PyTorch.OPTIMIZER_PREFIX, OPTIMIZER_STEP);
        BY_PREFIX.put(PyTorch.ZERO_GRAD_PREFIX, ZERO_GRAD);
        BY_PREFIX.put(PyTorch.NCCL_PREFIX, COLLECTIVE);
        BY_PREFIX.put(PyTorch.GLOO_PREFIX, COLLECTIVE);
    }

    private final String text;
    private final boolean launches;

    Category(String text, boolean launches) {
        this.text = text;
        this.launches = launches;
    }

    String text() {
        return text;
    }

    /** True if TensorBoard's plugin has such an event in its trees, so that it can charge work on devices to it. */
    boolean launches() {
        return launches;
    }

    /** True for work of a device, from which viewers derive how busy the device is. */
    boolean isWork() {
        return this == KERNEL || this == MEMORY_COPY || this == MEMORY_SET;
    }

    /** The category of an event on a thread or a lane. Kinds of device events are operations on threads. */
    static Category onThread(EventKind kind, String name) {
        Category category = ON_THREADS.getOrDefault(kind, OPERATION);
        return switch (category) {
            case OPERATION -> byName(name);
            case RUNTIME -> DRIVER_CALL.matcher(name).lookingAt() ? DRIVER : RUNTIME;
            case PROFILER -> OVERHEADS.contains(name) ? OVERHEAD : PROFILER;
            default -> category;
        };
    }

    /** The category of an event on a stream of a device. */
    static Category onDevice(EventKind kind, String name) {
        Category category = ON_DEVICES.getOrDefault(kind, DEVICE_SCOPE);
        return category == DEVICE_SCOPE && byName(name) != OPERATION ? MISNAMED : category;
    }

    private static Category byName(String name) {
        return BY_PREFIX.entrySet().stream()
                .filter(prefix -> name.startsWith(prefix.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> PYTHON_CALL.matcher(name).matches() ? PYTHON : OPERATION);
    }
}
