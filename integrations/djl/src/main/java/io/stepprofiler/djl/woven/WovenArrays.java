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
 * Recorder of PyTorch's arrays as memory, if there are no events of the allocator: only arrays of Java, with views
 * counted as if they had their own memory, and no arrays of the backward pass. Addresses are the arrays' handles.
 */
public final class WovenArrays {
    private WovenArrays() {}

    /**
     * Records a new array.
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
     * Records that an array is about to be closed, possibly repeatedly.
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
