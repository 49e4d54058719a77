package io.stepprofiler.averages;

/** Figures of one group, of which {@code cpu} is its time on the host: none for work on a device. */
record AverageRow(
        GroupKey key,
        long count,
        long topLevelCount,
        Durations durations,
        Time cpu,
        Time device,
        Memory cpuMemory,
        Memory deviceMemory,
        Time sampled,
        Memory javaAllocation,
        long flops,
        Time tensorCores)
        implements KeyAverage {
    /** The single durations of the events of a group, wherever they ran; all 0 if it has none. */
    record Durations(long sumNanos, long minNanos, long maxNanos, long p50Nanos, long p99Nanos) {
        static final Durations NONE = new Durations(0, 0, 0, 0, 0);
    }

    @Override
    public long selfNanos() {
        return cpu.selfNanos();
    }

    @Override
    public long totalNanos() {
        return cpu.totalNanos();
    }

    @Override
    public long sumNanos() {
        return durations.sumNanos;
    }

    @Override
    public long minNanos() {
        return durations.minNanos;
    }

    @Override
    public long maxNanos() {
        return durations.maxNanos;
    }

    @Override
    public long p50Nanos() {
        return durations.p50Nanos;
    }

    @Override
    public long p99Nanos() {
        return durations.p99Nanos;
    }
}
