package io.stepprofiler.frameworks;

/** PyTorch's native library as Java programs call it through JavaCPP. */
final class PyTorchOfJavaCpp {
    private static final String PINNED = "Tensor.pin_memory()";

    static final Framework FRAMEWORK = Framework.named(PyTorch.NAME + " (JavaCPP)")
            .on(JavaCpp.FRAMEWORK)
            .artifacts("org.bytedeco/pytorch")
            .advice(Problem.ELEMENTS_READ, "array.contiguous().data_ptr_float() and a FloatIndexer on it")
            .advice(
                    Problem.PARAMETERS_SINGLE,
                    "new Adam(new TensorVector(flat)), whose layers use flat.narrow(0, at, count).view(shape)")
            .advice(Problem.GRADIENTS_ZEROED, "optimizer.zero_grad() instead of optimizer.zero_grad(false)")
            .advice(
                    Problem.TENSORS_COPIED,
                    "from_blob(pointer, shape, options) without clone(), as long as the pointer lives")
            .advice(Problem.DEVICE_AWAITED, "loss.item_float() every n steps; loss.detach() is added up on the device")
            .advice(Problem.COPIES_BLOCK, "the parameter non_blocking of Tensor.to, from memory locked by " + PINNED)
            .advice(Problem.MEMORY_PAGEABLE, PINNED + " on the thread that loads")
            .framework();

    private PyTorchOfJavaCpp() {}
}
