package io.stepprofiler.frameworks;

/** Deep Java Library, which calls the engines of other frameworks. */
public final class Djl {
    private static final String TRACED = "a traced model (TorchScript) instead of a block of many small blocks";
    private static final String SUM = "total.addi(loss) in the step, total.getFloat() at the end of an epoch";

    static final Framework FRAMEWORK = Framework.named("DJL")
            .classes("ai.djl.")
            .version("ai/djl/engine/api.properties", "djl_version")
            .files("/ai/djl/|/libdjl_|/djl-api")
            .namespace("djl::")
            .weaving("djl")
            .metadataKey("djl layer")
            .operations(OperationUse.COPY, "torchTo")
            .operations(OperationUse.INDEX, "get")
            .operations(OperationUse.ELEMENT, "get")
            .evidenceByAgent("DATA_LOADING", "OPERATIONS", "OPTIMIZER")
            .advice(
                    Problem.BATCHES_LATE,
                    "optPrefetchNumber(4) of the dataset's builder, and new"
                            + " DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(2))")
            .advice(
                    Problem.LOADER_SLOW,
                    "new DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(4)),"
                            + " and optPrefetchNumber(8) of the dataset's builder")
            .advice(
                    Problem.DEVICE_STARVED,
                    "optPrefetchNumber(4) of the dataset's builder, optDevice of the device, and new"
                            + " DefaultTrainingConfig(loss).optExecutorService(Executors.newFixedThreadPool(4))")
            .advice(Problem.OPERATIONS_SMALL, TRACED)
            .advice(Problem.LAUNCHES_SLOW, TRACED)
            .advice(
                    Problem.ELEMENTS_READ,
                    "float[] all = array.toFloatArray(); before the loop, or array.argMax(1).toLongArray()")
            .advice(
                    Problem.ELEMENTS_PROCESSED,
                    "NDArrays.stack(list) once, then one operation; no array.get(i) in a loop")
            .advice(
                    Problem.GRADIENTS_ZEROED,
                    "block.freezeParameters(true) for parameters that are not trained; one"
                            + " GradientCollector a step, since each new one zeroes all gradients")
            .advice(
                    Problem.TENSORS_COPIED,
                    "manager.create(floats, shape) with the model's type, on its device;"
                            + " no toType() or toDevice() in the step")
            .advice(Problem.VALUES_READ, SUM)
            .advice(Problem.DEVICE_AWAITED, SUM + ": each getFloat() or toFloatArray() waits for the device")
            .advice(Problem.PRECISION_HIGH, "model.setDataType(DataType.FLOAT16) before its parameters are initialized")
            .advice(
                    Problem.SHAPES_CHANGE,
                    "new PaddingStackBatchifier, and new BatchSampler(sampler, size, true) for whole batches")
            .advice(Problem.TENSORS_KEPT, "try (NDManager step = manager.newSubManager()) { ... } around each step")
            .advice(
                    Problem.STEPS_SLOWER,
                    "try (NDManager step = manager.newSubManager()) { ... }: arrays that are not closed"
                            + " make each step slower")
            .advice(
                    Problem.THREADS_MANY,
                    "-Dai.djl.pytorch.num_threads={processors} -Dai.djl.pytorch.num_interop_threads=1")
            .advice(
                    Problem.COLLECTIONS_PAUSE,
                    "close NDArrays, or attach them to a sub-manager that ends with the step")
            .framework();

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
