package io.stepprofiler.djl.woven;

import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import io.stepprofiler.Memory;
import io.stepprofiler.Scope;
import io.stepprofiler.djl.recording.WovenFailures;
import io.stepprofiler.djl.recording.WovenRecording;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryCategory;

/**
 * PyTorch's arrays as memory, for where the allocator's events are missing: what Java sees, views as if they had memory
 * of their own, and nothing of what the backward pass makes. Addresses are the arrays' handles.
 */
public final class WovenArrays {
    private WovenArrays() {}

    /**
     * An array has been made.
     *
     * @param array the array
     */
    public static void created(Object array) {
        if (Scope.isRecording() && areRecorded()) {
            try {
                PtNDArray made = (PtNDArray) array;
                if (made.getDataType() != DataType.STRING) {
                    Memory.allocated(device(made), made.getHandle(), bytes(made), -1, 0, MemoryCategory.UNKNOWN);
                }
            } catch (Throwable e) {
                WovenFailures.count(e);
            }
        }
    }

    /**
     * An array is about to be closed, perhaps once more.
     *
     * @param array the array
     */
    public static void closing(Object array) {
        if (Scope.isRecording() && areRecorded()) {
            try {
                PtNDArray closed = (PtNDArray) array;
                if (!closed.isReleased() && closed.getDataType() != DataType.STRING) {
                    Memory.freed(device(closed), closed.getHandle(), bytes(closed), -1, 0);
                }
            } catch (Throwable e) {
                WovenFailures.count(e);
            }
        }
    }

    private static boolean areRecorded() {
        WovenRecording recording = WovenSource.current();
        return recording != null && recording.arrays() && !OwnCalls.areMade();
    }

    private static long bytes(PtNDArray array) {
        return array.getShape().size() * array.getDataType().getNumOfBytes();
    }

    private static Device device(PtNDArray array) {
        return array.getDevice().isGpu() ? Device.cuda(array.getDevice().getDeviceId()) : Device.CPU;
    }
}
