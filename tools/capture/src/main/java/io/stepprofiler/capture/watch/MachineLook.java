package io.stepprofiler.capture.watch;

import io.stepprofiler.environment.CpuTime;
import io.stepprofiler.environment.MachineTime;
import io.stepprofiler.environment.ProcessMemory;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Reads this process's use of its machine. Loads are means since an earlier reading, because processor time is counted
 * in ticks of 10 milliseconds. For one thread at a time.
 */
final class MachineLook {
    private static final long SHORTEST_NANOS = 100_000_000;
    private static final double UNKNOWN = -1;

    private final LongSupplier clock;

    // Read once: in a container this reads several files.
    private final int processors = Runtime.getRuntime().availableProcessors();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    private boolean read;
    private long readNanos;
    private long cpuNanos;
    private long machineNanos;
    private double cores;
    private double machineCores;

    MachineLook() {
        this(System::nanoTime);
    }

    MachineLook(LongSupplier clock) {
        this.clock = clock;
        read(clock.getAsLong());
    }

    LiveMachine now() {
        long now = clock.getAsLong();
        if (now - readNanos >= SHORTEST_NANOS) {
            read(now);
        }
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            collections += Math.max(0, collector.getCollectionCount());
            millis += Math.max(0, collector.getCollectionTime());
        }
        MemoryUsage heap = memory.getHeapMemoryUsage();
        return new LiveMachine(
                cores,
                processors,
                machineCores,
                heap.getUsed(),
                Math.max(0, heap.getMax()),
                ProcessMemory.residentBytes().orElse(0),
                collections,
                millis);
    }

    private void read(long now) {
        long cpu = CpuTime.nanos();
        long machine = MachineTime.nanos().orElse(-1);
        cores = load(cpu, cpuNanos, now);
        machineCores = Math.max(load(machine, machineNanos, now), cores);
        read = true;
        readNanos = now;
        cpuNanos = cpu;
        machineNanos = machine;
    }

    /** The load since the previous reading; unknown for the first reading. */
    private double load(long nanos, long before, long now) {
        return !read || nanos < 0 || before < 0 ? UNKNOWN : (double) Math.max(0, nanos - before) / (now - readNanos);
    }
}
