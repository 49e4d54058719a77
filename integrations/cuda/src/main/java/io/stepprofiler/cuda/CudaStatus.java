package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import io.stepprofiler.nativeaccess.cuda.CudaProbe;
import java.util.List;

/**
 * Availability of CUDA's activity to a {@link CudaSource} in this process.
 *
 * @param isCudaLoaded true if CUDA's driver is in the process
 * @param activity {@code ok}, or the reason why nothing can be recorded
 * @param cuptiVersion number of the version of CUPTI, such as {@code 130001}; 0 if there is none
 * @param toolkit version of CUPTI's CUDA toolkit, such as {@code 12.6}; empty if not known
 * @param cuptiPath path of CUPTI; empty if there is none
 * @param driverVersion newest CUDA that the driver supports: 1000 for each major, 10 for each minor; 0 if unknown
 * @param runtimeVersion the same for the CUDA runtime in the process; 0 if there is none, or it is linked statically
 * @param devices names of the devices, by index; empty until the program has initialised CUDA
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

    /** Copies the list. */
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
