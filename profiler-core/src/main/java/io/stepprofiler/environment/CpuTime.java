package io.stepprofiler.environment;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.function.LongSupplier;

/** The processor time of this process, which virtual machines read in ticks of 10 milliseconds. */
public final class CpuTime {
    private static final LongSupplier NANOS = source();

    private CpuTime() {}

    /** {@return processor time so far in nanoseconds; -1 if not known} */
    public static long nanos() {
        return NANOS.getAsLong();
    }

    private static LongSupplier source() {
        try {
            OperatingSystemMXBean bean = ManagementFactory.getOperatingSystemMXBean();
            if (bean instanceof com.sun.management.OperatingSystemMXBean process) {
                return process::getProcessCpuTime;
            }
        } catch (LinkageError e) {
            // A virtual machine without the module jdk.management.
        }
        return () -> -1;
    }
}
