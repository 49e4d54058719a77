package io.stepprofiler.frameworks;

/** Deep Java Library, which calls the engines of other frameworks. */
public final class Djl {
    private static final String TRACED = "a traced model (TorchScript) instead of a block of many small blocks";
    private static final String SUM = "total.addi(loss) in the step, total.getFloat() at the end of an epoch";

    static final Framework FRAMEWORK = new Framework("DJL")
            .has(Fact.CLASSES, "ai.djl.")
            .has(Fact.VERSION, "ai/djl/engine/api.properties#djl_version")
            .has(Fact.FILES, "/ai/djl/|/libdjl_|/djl-api")
            .has(Fact.NAMESPACE, "djl::")
            .has(Fact.WEAVING, "djl")
            .has(Fact.METADATA, "djl layer")
            .has(Fact.COPIES, "torchTo")
            .has(
                    Fact.COPIES_OUT,
                    "toFloatArray",
                    "toDoubleArray",
                    "toIntArray",
                    "toLongArray",
                    "toByteArray",
                    "toArray")
            .has(Fact.COPIES_OUT, "toBooleanArray", "toByteBuffer", "toDebugString")
            .has(Fact.INDEXES, "get")
            .has(Fact.ELEMENTS, "get")
            .has(Fact.BY_AGENT, "DATA_LOADING", "OPERATIONS", "OPTIMIZER")
            .advises(
                    Problem.BATCHES_LATE,
                    "optPrefetchNumber(4) of the dataset's builder, and new"
                            + " DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(2))")
            .advises(
                    Problem.LOADER_SLOW,
                    "new DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(4)),"
                            + " and optPrefetchNumber(8) of the dataset's builder")
            .advises(
                    Problem.DEVICE_STARVED,
                    "optPrefetchNumber(4) of the dataset's builder, optDevice of the device, and new"
                            + " DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(4))")
            .advises(Problem.OPERATIONS_SMALL, TRACED)
            .advises(Problem.LAUNCHES_SLOW, TRACED)
            .advises(
                    Problem.ELEMENTS_READ,
                    "float[] all = array.toFloatArray(); before the loop, or array.argMax(1).toLongArray()")
            .advises(
                    Problem.ELEMENTS_PROCESSED,
                    "NDArrays.stack(list) once, then one operation; no array.get(i) in a loop")
            .advises(
                    Problem.GRADIENTS_ZEROED,
                    "block.freezeParameters(true) for parameters that are not trained; one"
                            + " GradientCollector a step, since each new one zeroes all gradients")
            .advises(
                    Problem.TENSORS_COPIED,
                    "manager.create(floats, shape) with the model's type, on its device;"
                            + " no toType() or toDevice() in the step")
            .advises(Problem.VALUES_READ, SUM)
            .advises(Problem.DEVICE_AWAITED, SUM + ": each getFloat() or toFloatArray() waits for the device")
            .advises(
                    Problem.PRECISION_HIGH, "model.setDataType(DataType.FLOAT16) before its parameters are initialized")
            .advises(
                    Problem.SHAPES_CHANGE,
                    "new PaddingStackBatchifier, and new BatchSampler(sampler, size, true) for whole batches")
            .advises(Problem.TENSORS_KEPT, "try (NDManager step = manager.newSubManager()) { ... } around each step")
            .advises(
                    Problem.STEPS_SLOWER,
                    "try (NDManager step = manager.newSubManager()) { ... }: arrays that are not closed"
                            + " make each step slower")
            .advises(
                    Problem.THREADS_MANY,
                    "-Dai.djl.pytorch.num_threads={processors} -Dai.djl.pytorch.num_interop_threads=1")
            .advises(
                    Problem.COLLECTIONS_PAUSE,
                    "close NDArrays, or attach them to a sub-manager that ends with the step");

    private Djl() {}

    /**
     * {@return whether a class creates tensors, and frees them when it is closed}
     *
     * @param className its name
     */
    public static boolean isManager(String className) {
        return className.startsWith("ai.djl.") && className.endsWith("NDManager");
    }
}
