package io.stepprofiler.analysis.startup;

import io.stepprofiler.event.StartupPhase;
import java.util.List;

/**
 * One phase of the start of a process, by what happened in it alone. Figures in nanoseconds, of all threads together,
 * and -1 where they are not known.
 *
 * @param name what went on, such as {@code step 0}
 * @param step number of the step that it is; -1 if it is none
 * @param startNanos when it began, on the clock of the trace
 * @param nanos how long it took
 * @param classes how many classes were loaded
 * @param loadingNanos time for finding, reading and defining classes
 * @param initializingNanos time in static initializers
 * @param compilingNanos time of the compilers, beside the program
 * @param collectingNanos time of garbage collections
 * @param cpuNanos processor time of the process
 * @param profilerNanos time that the profiler took in it
 * @param libraries native libraries that were mapped, by the names of their files
 */
public record Phase(
        String name,
        long step,
        long startNanos,
        long nanos,
        long classes,
        long loadingNanos,
        long initializingNanos,
        long compilingNanos,
        long collectingNanos,
        long cpuNanos,
        long profilerNanos,
        List<String> libraries) {
    /**
     * Copies the list.
     *
     * @param name what went on, such as {@code step 0}
     * @param step number of the step that it is; -1 if it is none
     * @param startNanos when it began, on the clock of the trace
     * @param nanos how long it took
     * @param classes how many classes were loaded
     * @param loadingNanos time for finding, reading and defining classes
     * @param initializingNanos time in static initializers
     * @param compilingNanos time of the compilers, beside the program
     * @param collectingNanos time of garbage collections
     * @param cpuNanos processor time of the process
     * @param profilerNanos time that the profiler took in it
     * @param libraries native libraries that were mapped, by the names of their files
     */
    public Phase {
        libraries = List.copyOf(libraries);
    }

    /** What a reading says beyond the last one that knew as much. */
    static Phase between(StartupPhase before, StartupPhase after) {
        return new Phase(
                after.name(),
                after.step(),
                after.startNanos(),
                Math.max(0, after.endNanos() - after.startNanos()),
                difference(before.classes(), after.classes()),
                difference(before.loadingNanos(), after.loadingNanos()),
                difference(before.initializingNanos(), after.initializingNanos()),
                difference(before.compilingNanos(), after.compilingNanos()),
                difference(before.collectingNanos(), after.collectingNanos()),
                difference(before.cpuNanos(), after.cpuNanos()),
                after.profilerNanos(),
                after.libraries());
    }

    /** Where nothing is known of the beginning it was that of the process. */
    private static long difference(long before, long after) {
        return after < 0 ? -1 : Math.max(0, after - Math.max(0, before));
    }

    /** When it ended, on the clock of the trace. */
    long endNanos() {
        return startNanos + nanos;
    }
}
