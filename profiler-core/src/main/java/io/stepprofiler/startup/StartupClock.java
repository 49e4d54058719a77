package io.stepprofiler.startup;

import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.machine.MappedLibraries;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The virtual machine's age, and what it has done by then, as far as it keeps account of it anyway: nothing is switched
 * on. Used by one thread at a time.
 */
public final class StartupClock {
    private static final long NANOS_A_MILLI = 1_000_000;

    private static final String SYSTEM_LOADING = "sun.cls.sysClassLoadTime";
    private static final String APPLICATION_LOADING = "sun.cls.appClassLoadTime";
    private static final String INITIALIZING = "sun.cls.classInitTime";

    /** Milliseconds of the wall clock. */
    private static final String BEGAN = "sun.rt.createVmBeginTime";

    private static final String INITIALIZED = "sun.rt.vmInitDoneTime";

    private final PerfCounters counters = PerfCounters.ofThisProcess();
    private final MappedLibraries libraries = new MappedLibraries();

    // Looked up once: that takes several times as long as reading them.
    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private long lastNanos;

    /** Begins with the virtual machine's own account of its age, which is whole milliseconds. */
    public StartupClock() {
        lastNanos = System.nanoTime() - ManagementFactory.getRuntimeMXBean().getUptime() * NANOS_A_MILLI;
    }

    /** {@return the start of the virtual machine until it could run Java code; empty if it does not say} */
    public Optional<StartupPhase> virtualMachine() {
        long began = counters.value(BEGAN);
        long millis = counters.value(INITIALIZED) - began;
        if (began <= 0 || millis < 0) {
            return Optional.empty();
        }
        long start = lastNanos;
        lastNanos += millis * NANOS_A_MILLI;
        return Optional.of(
                new StartupPhase("virtual machine", -1, start, lastNanos, -1, -1, -1, -1, -1, -1, 0, List.of()));
    }

    /**
     * {@return a phase that follows the last one}
     *
     * @param name what went on in it
     * @param step number of the step that it is; -1 if it is none
     * @param endNanos when it ended, by {@link System#nanoTime()}; just now
     * @param profilerNanos time that the profiler took in it
     * @param withLibraries whether to look for libraries, too, which takes milliseconds in a process with many
     */
    public StartupPhase phase(String name, long step, long endNanos, long profilerNanos, boolean withLibraries) {
        long start = lastNanos;
        lastNanos = Math.max(start, endNanos);
        return new StartupPhase(
                name,
                step,
                start,
                lastNanos,
                classes.getTotalLoadedClassCount(),
                loadingNanos(),
                counters.nanos(INITIALIZING),
                compilingNanos(),
                collectingNanos(),
                CpuTime.nanos(),
                profilerNanos,
                withLibraries ? libraries.more() : List.of());
    }

    private long loadingNanos() {
        long system = counters.nanos(SYSTEM_LOADING);
        long application = counters.nanos(APPLICATION_LOADING);
        return system < 0 || application < 0 ? -1 : system + application;
    }

    private long collectingNanos() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return millis * NANOS_A_MILLI;
    }

    private long compilingNanos() {
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? -1
                : compiler.getTotalCompilationTime() * NANOS_A_MILLI;
    }
}
