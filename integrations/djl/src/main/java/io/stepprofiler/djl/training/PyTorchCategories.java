package io.stepprofiler.djl.training;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.stepprofiler.Memory;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryCategory;
import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;

/** Reporter of the categories of the memory of PyTorch's arrays. */
@SuppressWarnings("try") // A scope of arrays takes effect by being open.
final class PyTorchCategories implements ArrayCategories {
    private static final long UNKNOWN = 0;
    private static final long NOT_CONTIGUOUS = -1;

    private final ToLongFunction<PtNDArray> place;
    private final boolean gradients;
    private boolean inputsContiguous = true;

    private PyTorchCategories(ToLongFunction<PtNDArray> place, boolean gradients) {
        this.place = place;
        this.gradients = gradients;
    }

    static ArrayCategories byAddress() {
        return new PyTorchCategories(PyTorchCategories::address, true);
    }

    /** Gradients are left out: DJL creates a new array for a gradient on each request. */
    static ArrayCategories byHandle() {
        return new PyTorchCategories(PtNDArray::getHandle, false);
    }

    @Override
    public void parameters(Block model) {
        for (Parameter parameter : model.getParameters().values()) {
            if (parameter.isInitialized() && parameter.getArray() instanceof PtNDArray array) {
                categorize(array, MemoryCategory.PARAMETER);
                if (gradients && parameter.requiresGradient()) {
                    categorizeGradient(array);
                }
            }
        }
    }

    private void categorizeGradient(PtNDArray parameter) {
        // Not getGradient() of the array, which creates zeros if there is no gradient.
        try (PtNDArray gradient = JniUtils.getGradient(parameter)) {
            if (gradient != null) {
                categorize(gradient, MemoryCategory.GRADIENT);
            }
        }
    }

    @Override
    public void inputs(NDList arrays) {
        for (NDArray each : arrays) {
            if (inputsContiguous && each instanceof PtNDArray array) {
                // Reading the address of a non-contiguous array copies it: once is enough.
                inputsContiguous = categorize(array, MemoryCategory.INPUT) != NOT_CONTIGUOUS;
            }
        }
    }

    private long categorize(PtNDArray array, MemoryCategory category) {
        long found = place.applyAsLong(array);
        if (found != UNKNOWN && found != NOT_CONTIGUOUS) {
            Memory.categorize(Device.CPU, found, category);
        }
        return found;
    }

    /**
     * Returns the address of an array's memory on the host; for a GPU's memory it would require a copy. The address of
     * an array that begins in the middle of another array's memory belongs to no allocation, and readers of the trace
     * ignore it.
     */
    private static long address(PtNDArray array) {
        if (array.getDevice().isGpu() || array.getDataType() == DataType.STRING || array.isSparse()) {
            return UNKNOWN;
        }
        // A non-contiguous array is copied, and the scope closes the copies: two copies have different addresses.
        try (NDScope ignored = new NDScope()) {
            long address = viewed(array);
            return address == viewed(array) ? address : NOT_CONTIGUOUS;
        }
    }

    private static long viewed(PtNDArray array) {
        ByteBuffer view = array.toByteBuffer(true);
        return view.isDirect() ? Pointer.nativeValue(Native.getDirectBufferPointer(view)) : UNKNOWN;
    }
}
