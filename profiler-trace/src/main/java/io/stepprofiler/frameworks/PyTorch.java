package io.stepprofiler.frameworks;

import java.util.Locale;
import java.util.regex.Pattern;

/** PyTorch, with the names of events as its profiler and its native library give them. */
public final class PyTorch {
    /** Its name. */
    public static final String NAME = "PyTorch";

    /** Name of its profiler. */
    public static final String PROFILER = "torch.profiler";

    /** Name of steps, before the sign and the number. */
    public static final String STEP = "ProfilerStep";

    /** Prefix of the names of steps; the number follows. */
    public static final String STEP_PREFIX = STEP + "#";

    /** Option of a profile that records its operations. */
    public static final String SOURCE = "source(TorchSource.create()) of profiler-pytorch";

    /** Namespace of its operations. */
    public static final String NAMESPACE = "aten::";

    /** Operation that returns a tensor without its history. */
    public static final String DETACH = NAMESPACE + "detach";

    /** Prefix of the names of modules. */
    public static final String MODULE_PREFIX = "nn.Module: ";

    /** Prefix of the names of updates of the parameters. */
    public static final String OPTIMIZER_PREFIX = "Optimizer.step#";

    /** Prefix of the names of resets of the gradients. */
    public static final String ZERO_GRAD_PREFIX = "Optimizer.zero_grad#";

    /** Prefix of the names of waits for the next batch. */
    public static final String DATA_LOADER_PREFIX = "enumerate(DataLoader)#";

    /** Prefix of the names of waits for the next element of a pipe. */
    public static final String DATA_PIPE_PREFIX = "enumerate(DataPipe)#";

    /** Prefix of the Python frame that runs a backward pass, on this thread or on others. */
    public static final String BACKWARD_FRAME_PREFIX = "<built-in method run_backward";

    /** Call that gives code a name, without its end. */
    public static final String NAMED_CODE = "with torch.profiler.record_function(\"";

    /** Option against a device memory of which much is reserved and little used. */
    public static final String ALLOCATOR_OPTION =
            "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True in the environment, if libtorch reserves"
                    + " much more than it uses";

    private static final String AUTOGRAD = "autograd::";
    private static final String EVALUATION = AUTOGRAD + "engine::evaluate_function";
    private static final String ACCUMULATION = "AccumulateGrad";
    private static final String BACKWARD = "Backward";
    private static final Pattern AUTOGRAD_FUNCTION = Pattern.compile("(?:\\w+::)*+\\w*(?:Backward\\d+|AccumulateGrad)");
    private static final String SUM = "total += loss.detach() instead of total += loss.item()";

    /** What the profiler knows of it. */
    public static final Framework FRAMEWORK = Framework.named(NAME)
            .inPython()
            .classes("org.pytorch.")
            .files("/libtorch(_cpu|_cuda)?\\.so|/libjnitorch")
            .namespace(NAMESPACE)
            .operations(OperationUse.COPY, "copy_", "to", "_to_copy", "contiguous", "clone", "type_as")
            .operations(OperationUse.READ, "item", "_local_scalar_dense", "is_nonzero", "equal", "allclose")
            .operations(OperationUse.INDEX, "select", "slice", "narrow", "index", "index_select", "index_put_")
            .operations(
                    OperationUse.ELEMENT,
                    "select",
                    "slice",
                    "narrow",
                    "index",
                    "as_strided",
                    "view",
                    "alias",
                    "squeeze",
                    "item",
                    "_local_scalar_dense",
                    "to",
                    "copy_",
                    "contiguous",
                    "clone",
                    "empty",
                    "empty_strided",
                    "resolve_conj",
                    "resolve_neg",
                    "detach")
            .evidence(
                    "STEPS",
                    "schedule=torch.profiler.schedule(wait=1, warmup=1, active=3), and prof.step() in the loop")
            .evidence("DATA_LOADING", "a torch.utils.data.DataLoader that gives the batches")
            .evidence("MEMORY", "profile_memory=True")
            .evidence("DEVICE_MEMORY", "profile_memory=True")
            .evidence("OPERATIONS", "ProfilerActivity.CPU among the activities")
            .evidence("SHAPES", "record_shapes=True")
            .evidence("OPTIMIZER", NAMED_CODE + "optimizer\") around the update of the parameters")
            .evidence("DEVICES", "ProfilerActivity.CUDA among the activities")
            .evidence("DEVICE_PROPERTIES", "a GPU of NVIDIA whose properties are in the file")
            .advice(Problem.DEVICE_STARVED, "DataLoader(…, num_workers=4, pin_memory=True, prefetch_factor=4)")
            .advice(
                    Problem.LAUNCHES_SLOW,
                    "torch.compile(model, mode=\"reduce-overhead\"), and fused=True of the optimizer")
            .advice(Problem.ELEMENTS_READ, "values = tensor.tolist() before the loop, or tensor.argmax(1)")
            .advice(Problem.PARAMETERS_SINGLE, "torch.optim.AdamW(parameters, fused=True), or foreach=True")
            .advice(Problem.GRADIENTS_ZEROED, "optimizer.zero_grad(set_to_none=True)")
            .advice(
                    Problem.TENSORS_COPIED,
                    "torch.zeros(shape, dtype=x.dtype, device=x.device);"
                            + " x.to(memory_format=torch.channels_last) once")
            .advice(Problem.VALUES_READ, SUM)
            .advice(Problem.DEVICE_AWAITED, SUM + ", and no torch.cuda.synchronize() in the loop")
            .advice(Problem.COPIES_BLOCK, "x.to(device, non_blocking=True), from memory locked by x.pin_memory()")
            .advice(Problem.MEMORY_PAGEABLE, "DataLoader(…, pin_memory=True), or x.pin_memory()")
            .advice(Problem.PRECISION_HIGH, "torch.autocast(\"cuda\"), or torch.set_float32_matmul_precision(\"high\")")
            .advice(Problem.SHAPES_CHANGE, "DataLoader(…, drop_last=True); torch.backends.cudnn.benchmark = False")
            .advice(Problem.CODE_UNNAMED, NAMED_CODE + "metrics\"): around code without a name, or with_stack=True")
            .framework();

    private PyTorch() {}

    /**
     * {@return a name without the namespace of its operations}
     *
     * @param name a name, such as {@code aten::mm}
     */
    public static String withoutNamespace(String name) {
        return name.startsWith(NAMESPACE) ? name.substring(NAMESPACE.length()) : name;
    }

    /**
     * {@return whether an event is of its autograd engine, and no operation}
     *
     * @param name name of the event
     */
    public static boolean isOfEngine(String name) {
        return name.startsWith(AUTOGRAD);
    }

    /**
     * {@return whether an event is a function of its autograd engine, which may call operations}
     *
     * @param name name of the event
     */
    public static boolean isAutograd(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(AUTOGRAD)
                || AUTOGRAD_FUNCTION.matcher(name).matches();
    }

    /**
     * {@return whether an event adds to a gradient}
     *
     * @param name name of the event
     */
    public static boolean isAccumulation(String name) {
        return name.contains(ACCUMULATION);
    }

    /**
     * {@return whether an event is its engine that evaluates a function}
     *
     * @param name name of the event
     */
    public static boolean isEvaluation(String name) {
        return name.startsWith(EVALUATION);
    }

    /**
     * {@return whether an event is a function of the backward pass, which fills its own buffers}
     *
     * @param name name of the event
     */
    public static boolean isBackward(String name) {
        return name.contains(BACKWARD);
    }
}
