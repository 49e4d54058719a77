package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Devices of the process, and the devices of contexts as far as records have named them. */
final class CudaContexts {
    private final Map<Long, CudaDevice> byNumber = new HashMap<>();
    private final Map<Long, Long> byContext = new HashMap<>();
    private long lastContext = CudaRecord.NONE;

    void know(List<CudaDevice> known) {
        known.forEach(device -> byNumber.put((long) device.index(), device));
    }

    /** Notes the device of a context; quick if the context is the same as in the last call. */
    void contextOn(long context, long device) {
        if (context != lastContext) {
            lastContext = context;
            byContext.put(context, device);
        }
    }

    /** Returns the device of a context, or null if no record has named it yet. */
    @Nullable
    Long ofContext(long context) {
        return byContext.get(context);
    }

    /** Returns the properties of a device, or null if they are unknown. */
    @Nullable
    CudaDevice device(long number) {
        return byNumber.get(number);
    }
}
