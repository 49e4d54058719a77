package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import io.stepprofiler.nativeaccess.cuda.CudaProbe;
import java.util.List;

/**
 * What a {@link CudaSource} can record in this process, or why nothing.
 *
 * @param isCudaLoaded whether CUDA's driver is in the process
 * @param activity {@code ok}, or why nothing can be recorded
 * @param cuptiVersion number of the version of the CUPTI that is used, such as {@code 130001}; 0 if there is none
 * @param toolkit the CUDA toolkit that it belongs to, such as {@code 12.6}; empty if not known
 * @param cuptiPath its file; empty if there is none
 * @param driverVersion newest CUDA that the driver supports: 1000 for each major, 10 for each minor; 0 if not known
 * @param runtimeVersion the same of the CUDA runtime in the process; 0 if there is none, or it is part of something else
 * @param devices names of the devices, by their numbers; empty until the program has initialised CUDA
 */
public record CudaStatus(
        boolean isCudaLoaded,
        String activity,
        int cuptiVersion,
        String toolkit,
        String cuptiPath,
        int driverVersion,
        int runtimeVersion,
        List<String> devices) {
    private static final String OK = "ok";

    static final CudaStatus ABSENT =
            new CudaStatus(false, "no CUDA driver is loaded in this process", 0, "", "", 0, 0, List.of());

    /**
     * Copies the list.
     *
     * @param isCudaLoaded whether CUDA's driver is in the process
     * @param activity {@code ok}, or why nothing can be recorded
     * @param cuptiVersion number of the version of CUPTI
     * @param toolkit the CUDA toolkit that it belongs to
     * @param cuptiPath its file
     * @param driverVersion newest CUDA that the driver supports
     * @param runtimeVersion CUDA runtime in the process
     * @param devices names of the devices
     */
    public CudaStatus {
        devices = List.copyOf(devices);
    }

    static CudaStatus of(CudaProbe probe) {
        return new CudaStatus(
                true,
                probe.isUsable() ? OK : probe.reason(),
                probe.cuptiVersion(),
                probe.toolkit(),
                probe.cuptiPath(),
                probe.driverVersion(),
                probe.runtimeVersion(),
                probe.devices().stream().map(CudaDevice::name).toList());
    }

    /** {@return whether anything can be recorded} */
    public boolean isAvailable() {
        return activity.equals(OK);
    }
}
