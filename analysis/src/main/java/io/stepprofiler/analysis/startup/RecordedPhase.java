package io.stepprofiler.analysis.startup;

import io.stepprofiler.analysis.compile.Compilation;
import io.stepprofiler.analysis.compile.CompileTime;
import io.stepprofiler.analysis.compile.CompileTimes;
import io.stepprofiler.analysis.compile.Load;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A phase that lies within the window of a trace: what the thread of the steps waited for in it until code could run,
 * and what compilers did beside it. The times that the thread waited and {@link #otherNanos} add up to the phase.
 *
 * @param phase which one
 * @param time what was waited for, and what ran beside
 * @param compilers what ran beside by the names of the compilers, in nanoseconds
 * @param loads the longest loads of the thread, the longest first; a load may be inside another
 * @param compilations the longest compilations that ended or began in it, the longest first
 */
public record RecordedPhase(
        Phase phase,
        CompileTime time,
        SortedMap<String, Long> compilers,
        List<Load> loads,
        List<Compilation> compilations) {
    /** Most loads and most compilations that are named: {@value}. */
    public static final int MAX_NAMED = 5;

    /**
     * Copies the map and the lists.
     *
     * @param phase which one
     * @param time what was waited for, and what ran beside
     * @param compilers what ran beside by the names of the compilers, in nanoseconds
     * @param loads the longest loads of the thread, the longest first; a load may be inside another
     * @param compilations the longest compilations that ended or began in it, the longest first
     */
    public RecordedPhase {
        compilers = Collections.unmodifiableSortedMap(new TreeMap<>(compilers));
        loads = List.copyOf(loads);
        compilations = List.copyOf(compilations);
    }

    /** A phase as the thread of the steps saw it. */
    static RecordedPhase of(Phase phase, long threadId, CompileTimes times) {
        long start = phase.startNanos();
        long end = phase.endNanos();
        SortedMap<String, Long> compilers = new TreeMap<>();
        for (Compilation each : times.compilations()) {
            long nanos = each.nanosWithin(start, end);
            if (nanos > 0) {
                compilers.merge(each.compiler(), nanos, Long::sum);
            }
        }
        return new RecordedPhase(
                phase,
                times.within(threadId, start, end),
                compilers,
                longest(
                        times.loads().stream()
                                .filter(load -> load.threadId() == threadId
                                        && load.startNanos() < end
                                        && load.startNanos() + load.durationNanos() > start),
                        Load::durationNanos),
                longest(
                        times.compilations().stream()
                                .filter(each ->
                                        each.startNanos() < end && each.startNanos() + each.durationNanos() > start),
                        Compilation::durationNanos));
    }

    private static <T> List<T> longest(Stream<T> all, ToLongFunction<T> nanos) {
        return all.sorted(Comparator.comparingLong(nanos).reversed())
                .limit(MAX_NAMED)
                .toList();
    }

    /** {@return the rest of the phase: the thread's own work, and what else it waited for} */
    public long otherNanos() {
        return Math.max(0, phase.nanos() - time.waitedNanos());
    }
}
