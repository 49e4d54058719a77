package io.stepprofiler.djl;

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
import io.stepprofiler.trace.Device;
import io.stepprofiler.trace.MemoryCategory;
import java.nio.ByteBuffer;

/**
 * Says what the memory of arrays on the host is for, by the addresses that PyTorch's allocator knows it by. Those on a GPU
 * are left out: DJL gives no way to their addresses but a copy.
 */
@SuppressWarnings("try") // A scope of arrays is used by being open.
final class PyTorchCategories implements ArrayCategories {
    private boolean inputsContiguous = true;

    @Override
    public void parameters(Block model) {
        for (Parameter parameter : model.getParameters().values()) {
            if (parameter.isInitialized() && parameter.getArray() instanceof PtNDArray array) {
                categorize(array, MemoryCategory.PARAMETER);
                if (parameter.requiresGradient()) {
                    categorizeGradient(array);
                }
            }
        }
    }

    private static void categorizeGradient(PtNDArray parameter) {
        // Not getGradient() of the array, which makes one of zeros where there is none.
        try (PtNDArray gradient = JniUtils.getGradient(parameter)) {
            if (gradient != null) {
                categorize(gradient, MemoryCategory.GRADIENT);
            }
        }
    }

    @Override
    public void inputs(NDList... arrays) {
        for (NDList list : arrays) {
            for (NDArray each : list) {
                if (inputsContiguous && each instanceof PtNDArray array) {
                    inputsContiguous = categorize(array, MemoryCategory.INPUT);
                }
            }
        }
    }

    /** Answers whether it could be told without copying the array. */
    private static boolean categorize(PtNDArray array, MemoryCategory category) {
        if (array.getDevice().isGpu() || array.getDataType() == DataType.STRING || array.isSparse()) {
            return true;
        }
        // What is not contiguous is copied, and the scope closes the copies: two of them have two addresses.
        try (NDScope ignored = new NDScope()) {
            long address = address(array);
            boolean own = address == address(array);
            if (own && address != 0) {
                Memory.categorize(Device.CPU, address, category);
            }
            return own;
        }
    }

    private static long address(PtNDArray array) {
        ByteBuffer view = array.toByteBuffer(true);
        Pointer pointer = view.isDirect() ? Native.getDirectBufferPointer(view) : null;
        return Pointer.nativeValue(pointer);
    }
}
