package io.stepprofiler.frameworks;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
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
    public static final String SOURCE = "source(TorchSource.create()) of step-profiler-pytorch";

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

    /** Part of the name of a wait for the next batch if the program loads it itself: {@code num_workers} is 0. */
    public static final String LOADS_ITSELF = "_SingleProcessDataLoaderIter";

    /** Part of the name of a wait for the next batch if processes of their own load it. */
    public static final String LOADS_BY_WORKERS = "_MultiProcessingDataLoaderIter";

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

    /** Prefix of the names of autograd functions that the engine evaluates. */
    public static final String EVALUATION_PREFIX = "autograd::engine::evaluate_function";

    /** Part of the names of functions that add to a gradient. */
    public static final String ACCUMULATION = "AccumulateGrad";

    /** Part of the names of functions of the backward pass, which fill their own buffers. */
    public static final String BACKWARD = "Backward";

    /** Prefix of the names of collectives of NCCL on threads. */
    public static final String NCCL_PREFIX = "nccl:";

    /** Prefix of the names of collectives of Gloo, which run on separate threads. */
    public static final String GLOO_PREFIX = "gloo:";

    /** Name of its native library as Java programs call it through JavaCPP. */
    public static final String OF_PRESETS = NAME + " (JavaCPP)";

    /** Path of a loaded libtorch; DJL unpacks it into a directory with its version. */
    private static final Pattern LOADED =
            Pattern.compile("/(?:pytorch/(\\d+(?:\\.\\d+)+)[^/]*/)?libtorch(?:_cpu|_cuda)?\\.so");

    static final String AUTOGRAD = "autograd::";
    private static final Pattern PROGRAM_FRAME =
            Pattern.compile("(?!.*(?:site-packages|lib/python)|torch/).+\\.py\\(\\d+\\): .+");
    private static final Pattern AUTOGRAD_FUNCTION = Pattern.compile("(?:\\w+::)*+\\w*(?:Backward\\d+|AccumulateGrad)");
    private static final String SUM = "total += loss.detach() instead of total += loss.item()";

    /** Its entry in the list of frameworks. */
    public static final Framework FRAMEWORK = new Framework(NAME)
            .has(Fact.CLASSES, "org.pytorch.")
            .has(Fact.FILES, "/libtorch(_cpu|_cuda)?\\.so|/libjnitorch")
            .has(Fact.NAMESPACE, NAMESPACE)
            .has(Fact.COPIES, "copy_", "to", "_to_copy", "contiguous", "clone", "type_as")
            .has(Fact.READS, "item", "_local_scalar_dense", "is_nonzero", "equal", "allclose")
            .has(Fact.INDEXES, "select", "slice", "narrow", "index", "index_select", "index_put_")
            .has(Fact.ELEMENTS, "select", "slice", "narrow", "index", "as_strided", "view", "alias", "squeeze")
            .has(Fact.ELEMENTS, "item", "_local_scalar_dense", "to", "copy_", "contiguous", "clone", "detach")
            .has(Fact.ELEMENTS, "empty", "empty_strided", "resolve_conj", "resolve_neg")
            .records(
                    "STEPS",
                    "schedule=torch.profiler.schedule(wait=1, warmup=1, active=3), and prof.step() in the loop")
            .records("DATA_LOADING", "a torch.utils.data.DataLoader that gives the batches")
            .records("MEMORY", "profile_memory=True")
            .records("DEVICE_MEMORY", "profile_memory=True")
            .records("OPERATIONS", "ProfilerActivity.CPU among the activities")
            .records("SHAPES", "record_shapes=True")
            .records("OPTIMIZER", NAMED_CODE + "optimizer\") around the update of the parameters")
            .records("DEVICES", "ProfilerActivity.CUDA among the activities")
            .records("DEVICE_PROPERTIES", "a GPU of NVIDIA whose properties are in the file")
            .advises(Problem.BATCHES_LATE, "DataLoader(…, num_workers=4, persistent_workers=True)")
            .advises(Problem.LOADER_SLOW, "DataLoader(…, num_workers=as many as free processors, prefetch_factor=4)")
            .advises(Problem.DEVICE_STARVED, "DataLoader(…, num_workers=4, pin_memory=True, prefetch_factor=4)")
            .advises(
                    Problem.LAUNCHES_SLOW,
                    "torch.compile(model, mode=\"reduce-overhead\"), and fused=True of the optimizer")
            .advises(Problem.ELEMENTS_READ, "values = tensor.tolist() before the loop, or tensor.argmax(1)")
            .advises(Problem.PARAMETERS_SINGLE, "torch.optim.AdamW(parameters, fused=True), or foreach=True")
            .advises(Problem.GRADIENTS_ZEROED, "optimizer.zero_grad(set_to_none=True)")
            .advises(
                    Problem.TENSORS_COPIED,
                    "torch.zeros(shape, dtype=x.dtype, device=x.device);"
                            + " x.to(memory_format=torch.channels_last) once")
            .advises(Problem.VALUES_READ, SUM)
            .advises(Problem.DEVICE_AWAITED, SUM + ", and no torch.cuda.synchronize() in the loop")
            .advises(Problem.COPIES_BLOCK, "x.to(device, non_blocking=True), from memory locked by x.pin_memory()")
            .advises(Problem.MEMORY_PAGEABLE, "DataLoader(…, pin_memory=True), or x.pin_memory()")
            .advises(
                    Problem.PRECISION_HIGH, "torch.autocast(\"cuda\"), or torch.set_float32_matmul_precision(\"high\")")
            .advises(Problem.SHAPES_CHANGE, "DataLoader(…, drop_last=True); torch.backends.cudnn.benchmark = False")
            .advises(Problem.CODE_UNNAMED, NAMED_CODE + "metrics\"): around code without a name, or with_stack=True");

    /** PyTorch's native library as Java programs call it through JavaCPP. */
    static final Framework OF_JAVACPP = new Framework(OF_PRESETS, JavaCpp.FRAMEWORK)
            .has(Fact.CLASSES, "org.bytedeco.pytorch.")
            .hasArtifacts("org.bytedeco/pytorch")
            .advises(Problem.ELEMENTS_READ, "array.contiguous().data_ptr_float() and a FloatIndexer on it")
            .advises(
                    Problem.PARAMETERS_SINGLE,
                    "new Adam(new TensorVector(flat)), whose layers use flat.narrow(0, at, count).view(shape)")
            .advises(Problem.GRADIENTS_ZEROED, "optimizer.zero_grad() instead of optimizer.zero_grad(false)")
            .advises(
                    Problem.TENSORS_COPIED,
                    "from_blob(pointer, shape, options) without clone(), as long as the pointer lives")
            .advises(Problem.DEVICE_AWAITED, "loss.item_float() every n steps; loss.detach() is added up on the device")
            .advises(
                    Problem.COPIES_BLOCK,
                    "the parameter non_blocking of Tensor.to, from memory locked by Tensor.pin_memory()")
            .advises(Problem.MEMORY_PAGEABLE, "Tensor.pin_memory() on the thread that loads");

    private PyTorch() {}

    /**
     * {@return versions of frameworks with the libtorch that is loaded instead of JavaCPP's presets if those are not}
     *
     * @param versions versions of the frameworks on the class path by their names
     * @param files paths of the libraries that the process has loaded
     */
    public static Map<String, String> loaded(Map<String, String> versions, Set<String> files) {
        Map<String, String> named = new HashMap<>(versions);
        if (files.stream().noneMatch(file -> file.contains("/org/bytedeco/pytorch/"))) {
            files.stream().map(LOADED::matcher).filter(Matcher::find).forEach(libtorch -> {
                named.remove(OF_PRESETS);
                if (libtorch.group(1) != null) {
                    named.put(NAME, libtorch.group(1));
                }
            });
        }
        return named;
    }

    /**
     * {@return a name without the namespace of its operations}
     *
     * @param name a name, such as {@code aten::mm}
     */
    public static String withoutNamespace(String name) {
        return name.startsWith(NAMESPACE) ? name.substring(NAMESPACE.length()) : name;
    }

    /**
     * {@return whether an event is a call of a Python function of the program itself, not of a library}
     *
     * @param name name of the event, such as {@code data.py(12): __getitem__}
     */
    public static boolean isProgramFrame(String name) {
        return PROGRAM_FRAME.matcher(name).matches();
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
}
