package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The devices of the process, and which context is on which, as far as records have said. */
final class Devices {
    private final Map<Long, CudaDevice> byNumber = new HashMap<>();
    private final Map<Long, Long> byContext = new HashMap<>();
    private long lastContext = CudaRecord.NONE;

    void know(List<CudaDevice> known) {
        known.forEach(device -> byNumber.put((long) device.index(), device));
    }

    /** Hears which device a context is on; quick where it is the context of the last call. */
    void contextOn(long context, long device) {
        if (context != lastContext) {
            lastContext = context;
            byContext.put(context, device);
        }
    }

    /** The device of a context, or null as long as no record has named it. */
    @Nullable
    Long ofContext(long context) {
        return byContext.get(context);
    }

    /** What is known of a device, or null. */
    @Nullable
    CudaDevice device(long number) {
        return byNumber.get(number);
    }
}
