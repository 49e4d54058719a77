package io.stepprofiler.capture.watch;

import io.stepprofiler.capture.live.LiveMachine;
import io.stepprofiler.machine.MachineTime;
import io.stepprofiler.machine.ProcessMemory;
import io.stepprofiler.startup.CpuTime;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * Reads what this process takes of its machine. Loads are means since an earlier reading, since processor time is
 * counted in ticks of 10 milliseconds. For one thread at a time.
 */
final class MachineLook {
    private static final long SHORTEST_NANOS = 100_000_000;

    private long readNanos;
    private long cpuNanos;
    private long machineNanos;
    private double cores;
    private double machineCores;

    MachineLook() {
        read(System.nanoTime());
    }

    LiveMachine now() {
        long now = System.nanoTime();
        if (now - readNanos >= SHORTEST_NANOS) {
            read(now);
        }
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, collector.getCollectionCount());
            millis += Math.max(0, collector.getCollectionTime());
        }
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new LiveMachine(
                cores,
                Runtime.getRuntime().availableProcessors(),
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
        readNanos = now;
        cpuNanos = cpu;
        machineNanos = machine;
    }

    /** The first reading has none before it. */
    private double load(long nanos, long before, long now) {
        return readNanos == 0 || nanos < 0 || before < 0 ? 0 : (double) Math.max(0, nanos - before) / (now - readNanos);
    }
}
