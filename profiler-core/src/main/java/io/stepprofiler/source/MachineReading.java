package io.stepprofiler.source;

import io.stepprofiler.environment.ControlGroup;
import io.stepprofiler.environment.MachineTime;
import io.stepprofiler.environment.ProcessMemory;
import io.stepprofiler.environment.ProcessorDelay;

/**
 * Reading of the counts of the machine and of this process's container at one time; a count that is not known is -1.
 */
record MachineReading(long nanos, long cpuNanos, long throttledNanos, long residentBytes, long delayNanos) {
    /**
     * Shortest interval between readings: Linux counts in ticks of 10 milliseconds, which over less time would count as
     * whole cores.
     */
    static final long SHORTEST_NANOS = 100_000_000;

    private static final double NANOS_A_MILLI = 1e6;
    private static final double BYTES_A_MEBIBYTE = 1 << 20;

    private static final class Group {
        private static final ControlGroup OF_PROCESS = ControlGroup.ofProcess();
    }

    static MachineReading now() {
        return new MachineReading(
                System.nanoTime(),
                MachineTime.nanos().orElse(-1),
                Group.OF_PROCESS.throttledNanos().orElse(-1),
                ProcessMemory.residentBytes().orElse(-1),
                ProcessorDelay.nanos().orElse(-1));
    }

    /**
     * Adds the samples of counts since earlier readings, and of the present memory.
     *
     * @param before the reading before this one
     * @param first the first of the window
     */
    void addTo(ActivitySink sink, MachineReading before, MachineReading first) {
        if (cpuNanos >= 0 && before.cpuNanos >= 0) {
            double cores = (double) (cpuNanos - before.cpuNanos) / (nanos - before.nanos);
            sink.sample("machine cpu cores", nanos, Math.max(cores, 0));
        }
        if (throttledNanos >= 0 && first.throttledNanos >= 0) {
            sink.sample("cpu throttled ms", nanos, Math.max(throttledNanos - first.throttledNanos, 0) / NANOS_A_MILLI);
        }
        if (residentBytes >= 0) {
            sink.sample("process memory MiB", nanos, residentBytes / BYTES_A_MEBIBYTE);
        }
        if (delayNanos >= 0 && before.delayNanos >= 0) {
            double waiting = (double) (delayNanos - before.delayNanos) / (nanos - before.nanos);
            sink.sample("process waiting threads", nanos, Math.max(waiting, 0));
        }
    }

    boolean isLongAfter(MachineReading before) {
        return nanos - before.nanos >= SHORTEST_NANOS;
    }
}
