package io.stepprofiler.frameworks;

/** A problem of a training program for which frameworks have advice of their own. */
public enum Problem {
    /** The step waits for the next batch. */
    BATCHES_LATE,
    /** A thread that prepares batches ahead is slower than the training. */
    LOADER_SLOW,
    /** The device waits for the next batch. */
    DEVICE_STARVED,
    /** A step calls many small operations. */
    OPERATIONS_SMALL,
    /** The launches of kernels take longer than the kernels. */
    LAUNCHES_SLOW,
    /** Elements of a tensor are read one by one. */
    ELEMENTS_READ,
    /** Elements or rows of a tensor are processed one by one. */
    ELEMENTS_PROCESSED,
    /** An optimizer updates one parameter after the other. */
    PARAMETERS_SINGLE,
    /** Gradients are filled with zeros. */
    GRADIENTS_ZEROED,
    /** Tensors are copied or converted. */
    TENSORS_COPIED,
    /** Values are read back from tensors. */
    VALUES_READ,
    /** The thread waits for the device. */
    DEVICE_AWAITED,
    /** Copies block the thread. */
    COPIES_BLOCK,
    /** Copies use memory that is not page-locked. */
    MEMORY_PAGEABLE,
    /** Kernels use no tensor cores. */
    PRECISION_HIGH,
    /** The shapes of inputs differ from step to step. */
    SHAPES_CHANGE,
    /** Tensors of a step are not freed. */
    TENSORS_KEPT,
    /** Each step takes longer than the one before. */
    STEPS_SLOWER,
    /** Threads of the program wait for processors; {@code {processors}} in the advice is their number. */
    THREADS_MANY,
    /** Something calls the garbage collector. */
    COLLECTIONS_CALLED,
    /** Garbage collections pause the step. */
    COLLECTIONS_PAUSE,
    /** Part of the step is in no event. */
    CODE_UNNAMED
}
