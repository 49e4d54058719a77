package io.stepprofiler.nativeaccess.cuda;

import java.util.List;

/**
 * Result of probing the CUDA in this process.
 *
 * @param isUsable true if a window can be opened
 * @param reason reason why no window can be opened; empty if one can
 * @param cuptiPath path of CUPTI; empty if there is none
 * @param cuptiVersion CUPTI's number of its own version, such as 24 or 130001; 0 if there is none
 * @param toolkit version of CUPTI's CUDA toolkit, such as "12.6"; empty if unknown
 * @param driverVersion CUDA version that the driver supports, 1000 for each major and 10 for each minor; 0 if unknown
 * @param runtimeVersion the same for the loaded CUDA runtime; 0 if none is loaded, or it is linked statically
 * @param devices the devices; empty until the process has initialised CUDA, which probing does not do
 * @param devicesReason reason why there are no devices; empty if there are
 */
public record CudaProbe(
        boolean isUsable,
        String reason,
        String cuptiPath,
        int cuptiVersion,
        String toolkit,
        int driverVersion,
        int runtimeVersion,
        List<CudaDevice> devices,
        String devicesReason) {
    /** Copies the list. */
    public CudaProbe {
        devices = List.copyOf(devices);
    }

    static CudaProbe absent(String reason) {
        return new CudaProbe(false, reason, "", 0, "", 0, 0, List.of(), reason);
    }
}
