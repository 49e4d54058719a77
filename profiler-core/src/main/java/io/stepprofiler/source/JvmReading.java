package io.stepprofiler.source;

import io.stepprofiler.environment.CpuTime;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Reading of the virtual machine's beans at one time; processor time is -1 if not known. */
record JvmReading(long nanos, long cpuNanos, long heapBytes, long gcCount, long gcMillis, long startedThreads) {
    static final int COUNTERS = 5;

    /**
     * Shortest interval for processor time, which virtual machines read in ticks of 10 milliseconds: over less time a
     * tick would count as whole cores.
     */
    static final long SHORTEST_CPU_NANOS = 100_000_000;

    private static final double BYTES_A_MEBIBYTE = 1 << 20;
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    static JvmReading now() {
        long gcCount = 0;
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            gcCount += Math.max(collector.getCollectionCount(), 0);
            gcMillis += Math.max(collector.getCollectionTime(), 0);
        }
        long heap = MEMORY.getHeapMemoryUsage().getUsed();
        long started = THREADS.getTotalStartedThreadCount();
        return new JvmReading(System.nanoTime(), CpuTime.nanos(), heap, gcCount, gcMillis, started);
    }

    /**
     * Adds the samples of readings of a window, in their order; returns the index of the first reading that later
     * samples need.
     *
     * @param first the first of the window
     * @param readings readings that follow each other
     * @param from the first that is added
     */
    static int addTo(ActivitySink sink, JvmReading first, List<JvmReading> readings, int from, int processors) {
        int before = 0;
        for (JvmReading reading : readings.subList(from, readings.size())) {
            while (before + 1 < readings.size()
                    && reading.nanos - readings.get(before + 1).nanos >= SHORTEST_CPU_NANOS) {
                before++;
            }
            sink.sample("jvm cpu cores", reading.nanos, reading.cores(readings.get(before), processors));
            sink.sample("jvm heap MiB", reading.nanos, reading.heapBytes / BYTES_A_MEBIBYTE);
            sink.sample("jvm gc count", reading.nanos, (double) (reading.gcCount - first.gcCount));
            sink.sample("jvm gc ms", reading.nanos, (double) (reading.gcMillis - first.gcMillis));
            sink.sample("jvm started threads", reading.nanos, (double) (reading.startedThreads - first.startedThreads));
        }
        return before;
    }

    /** At most the number of processors: a tick that ended just now may belong to an earlier time. */
    private double cores(JvmReading before, int processors) {
        long elapsed = nanos - before.nanos;
        return elapsed <= 0 || cpuNanos < 0 ? 0 : Math.min((double) (cpuNanos - before.cpuNanos) / elapsed, processors);
    }
}
