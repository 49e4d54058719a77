package io.stepprofiler.nativeaccess.cuda;

import java.util.List;

/**
 * Probe of the CUDA in this process: what can be recorded.
 *
 * @param isUsable whether a window can be opened
 * @param reason why none can; empty if one can
 * @param cuptiPath file of the CUPTI that is used; empty if there is none
 * @param cuptiVersion number that CUPTI has for its own version, such as 24 or 130001; 0 if there is none
 * @param toolkit the CUDA toolkit that this CUPTI belongs to, such as "12.6"; empty if not known
 * @param driverVersion CUDA version that the driver supports, 1000 for each major and 10 for each minor; 0 if not known
 * @param runtimeVersion the same of the CUDA runtime that is loaded; 0 if none is, or it is linked into something else
 * @param devices the devices; empty until the process has initialised CUDA, which is not done for this
 * @param devicesReason why there are no devices; empty if there are
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
    /**
     * Copies the list.
     *
     * @param isUsable whether a window can be opened
     * @param reason why none can
     * @param cuptiPath file of the CUPTI that is used
     * @param cuptiVersion number that CUPTI has for its own version
     * @param toolkit the CUDA toolkit that this CUPTI belongs to
     * @param driverVersion CUDA version that the driver supports
     * @param runtimeVersion the same of the CUDA runtime that is loaded
     * @param devices the devices
     * @param devicesReason why there are no devices
     */
    public CudaProbe {
        devices = List.copyOf(devices);
    }

    static CudaProbe absent(String reason) {
        return new CudaProbe(false, reason, "", 0, "", 0, 0, List.of(), reason);
    }
}
