package io.stepprofiler.source;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.OperatingSystemMXBean;
import java.util.List;
import java.util.function.LongSupplier;

/** The virtual machine's beans, read at one time; processor time is -1 where it is not known. */
record JvmReading(long nanos, long cpuNanos, long heapBytes, long gcCount, long gcMillis) {
    static final int COUNTERS = 4;

    private static final double BYTES_A_MEBIBYTE = 1 << 20;
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final LongSupplier CPU_NANOS = cpuNanosSource();

    static JvmReading now() {
        long gcCount = 0;
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            gcCount += Math.max(collector.getCollectionCount(), 0);
            gcMillis += Math.max(collector.getCollectionTime(), 0);
        }
        long heap = MEMORY.getHeapMemoryUsage().getUsed();
        return new JvmReading(System.nanoTime(), CPU_NANOS.getAsLong(), heap, gcCount, gcMillis);
    }

    /** Adds this reading's samples, given the first reading of the window and the one before this. */
    void addTo(ActivitySink sink, JvmReading first, JvmReading before) {
        sink.sample("jvm cpu cores", nanos, cores(before));
        sink.sample("jvm heap MiB", nanos, heapBytes / BYTES_A_MEBIBYTE);
        sink.sample("jvm gc count", nanos, (double) (gcCount - first.gcCount));
        sink.sample("jvm gc ms", nanos, (double) (gcMillis - first.gcMillis));
    }

    private double cores(JvmReading before) {
        long elapsed = nanos - before.nanos;
        return elapsed <= 0 || cpuNanos < 0 ? 0 : (double) (cpuNanos - before.cpuNanos) / elapsed;
    }

    private static LongSupplier cpuNanosSource() {
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
