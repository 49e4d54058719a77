package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Times that the code of a program needs until it runs, in one trace: classes, native libraries and graphs, for which
 * the thread that loads or builds them waits, and compilations, which run at the same time.
 *
 * <p>Classes, libraries and compilations are spans of the source {@code FlightRecorderSource}, also in a file that it
 * was written to; {@link #missing} lists what was not recorded. A class that a loader defines without a request of the
 * virtual machine is not recorded. Graphs are scopes whose names begin with {@value #GRAPH_BUILDING}. Made in one pass
 * over the trace; immutable and safe on any thread.
 */
public final class CompileTimes {
    /** The beginning of the names of scopes in which a graph or a model is built: {@value}. */
    public static final String GRAPH_BUILDING = "graph building";

    private static final String CLASS_LOAD = "Class load";
    private static final String LIBRARY_LOAD = "Library load";
    private static final String COMPILATION = " compilation";
    private static final String RECORDER = "jvm_flight_recorder";
    private static final String MISSING_TYPES = "jvm_flight_recorder_missing";
    private static final String LIBRARY_TYPE = "jdk.NativeLibraryLoad";

    /** Disjoint intervals in which a thread waited, by reason. */
    private record Waits(IntervalSet graphs, IntervalSet classes, IntervalSet libraries) {
        static Waits of(List<Stretch> graphs, List<Stretch> classes, List<Stretch> libraries) {
            IntervalSet linking = IntervalSet.of(libraries);
            IntervalSet loading = IntervalSet.of(classes);
            return new Waits(IntervalSet.of(graphs).minus(loading).minus(linking), loading.minus(linking), linking);
        }
    }

    private final List<Load> loads = new ArrayList<>();
    private final List<Compilation> compilations = new ArrayList<>();
    private final Map<Long, List<Stretch>> graphs = new HashMap<>();
    private final Map<Long, Waits> waits = new HashMap<>();

    /** Intervals in which compilers worked, by track. */
    private final List<IntervalSet> compilers = new ArrayList<>();

    private final List<String> missing;

    private CompileTimes(Trace trace) {
        missing = missing(trace);
        for (Track track : trace.tracks()) {
            int before = compilations.size();
            read(trace, track);
            compilers.add(IntervalSet.of(compilations.subList(before, compilations.size()).stream()
                    .map(each -> new Stretch(each.startNanos(), each.startNanos() + each.durationNanos()))
                    .toList()));
        }
        Set<Long> threads = new HashSet<>(graphs.keySet());
        loads.forEach(load -> threads.add(load.threadId()));
        for (long thread : threads) {
            List<Stretch> built = graphs.getOrDefault(thread, List.of());
            waits.put(thread, Waits.of(built, loaded(LoadKind.CLASS, thread), loaded(LoadKind.LIBRARY, thread)));
        }
    }

    /**
     * {@return the times of a trace}
     *
     * @param trace a trace, also one read from a file
     */
    public static CompileTimes of(Trace trace) {
        return new CompileTimes(trace);
    }

    private List<Stretch> loaded(LoadKind kind, long thread) {
        return loads.stream()
                .filter(load -> load.kind() == kind && load.threadId() == thread)
                .map(load -> new Stretch(load.startNanos(), load.startNanos() + load.durationNanos()))
                .toList();
    }

    private void read(Trace trace, Track track) {
        for (int i = 0; i < track.size(); i++) {
            int nameId = track.nameId(i);
            String name = trace.name(nameId);
            if (track.isUnfinished(i)) {
                continue;
            }
            if (trace.kind(nameId) == EventKind.VIRTUAL_MACHINE) {
                read(track, i, name);
            } else if (name.startsWith(GRAPH_BUILDING) && track.isThread()) {
                long start = track.startNanos(i);
                graphs.computeIfAbsent(track.id(), thread -> new ArrayList<>())
                        .add(new Stretch(start, start + track.durationNanos(i)));
            }
        }
    }

    private void read(Track track, int event, String name) {
        if (name.equals(CLASS_LOAD)) {
            addLoad(LoadKind.CLASS, "class", track, event);
        } else if (name.equals(LIBRARY_LOAD)) {
            addLoad(LoadKind.LIBRARY, "library", track, event);
        } else if (name.endsWith(COMPILATION)) {
            Map<String, Object> arguments = track.arguments(event);
            compilations.add(new Compilation(
                    name.substring(0, name.length() - COMPILATION.length()),
                    (int) number(arguments, "level"),
                    String.valueOf(arguments.getOrDefault("method", "")),
                    track.startNanos(event),
                    track.durationNanos(event)));
        }
    }

    private void addLoad(LoadKind kind, String key, Track track, int event) {
        Map<String, Object> arguments = track.arguments(event);
        loads.add(new Load(
                kind,
                number(arguments, "thread"),
                String.valueOf(arguments.getOrDefault(key, "")),
                track.startNanos(event),
                track.durationNanos(event)));
    }

    private static long number(Map<String, Object> arguments, String key) {
        return arguments.get(key) instanceof Number number ? number.longValue() : -1;
    }

    private static List<String> missing(Trace trace) {
        MetadataValue recorder = trace.metadata().get(RECORDER);
        if (recorder == null) {
            return List.of("classes, libraries and compilations were not recorded: add the source"
                    + " FlightRecorderSource of step-profiler-jvm, or the agent with jvm=flight");
        }
        if (!recorder.text().startsWith("recorded")) {
            return List.of("classes, libraries and compilations were not recorded: flight recorder " + recorder.text());
        }
        MetadataValue types = trace.metadata().get(MISSING_TYPES);
        return types != null && types.text().contains(LIBRARY_TYPE)
                ? List.of("times of native libraries are part of the operations that ran: this virtual machine does not"
                        + " record them, newer ones do")
                : List.of();
    }

    /** {@return classes and libraries that were loaded, by track and on each track in the order of time} */
    public List<Load> loads() {
        return List.copyOf(loads);
    }

    /** {@return compilations, by track and on each track in the order of time} */
    public List<Compilation> compilations() {
        return List.copyOf(compilations);
    }

    /**
     * {@return the compile time in an interval of a thread, such as a step or a call of a function} Takes time
     * logarithmic in the number of loads and compilations.
     *
     * @param threadId id of the thread
     * @param startNanos start of the interval, on the clock of the trace
     * @param endNanos end of the interval
     */
    public CompileTime within(long threadId, long startNanos, long endNanos) {
        Waits ofThread = waits.getOrDefault(threadId, new Waits(IntervalSet.NONE, IntervalSet.NONE, IntervalSet.NONE));
        return new CompileTime(
                ofThread.graphs.nanosWithin(startNanos, endNanos),
                ofThread.classes.nanosWithin(startNanos, endNanos),
                ofThread.libraries.nanosWithin(startNanos, endNanos),
                compilers.stream()
                        .mapToLong(lane -> lane.nanosWithin(startNanos, endNanos))
                        .sum());
    }

    /**
     * {@return the kinds of times that were not recorded, each with the setting that turns it on; empty if all were
     * recorded}
     */
    public List<String> missing() {
        return missing;
    }

    /**
     * One compilation of a method by a just-in-time compiler, in a thread of its own.
     *
     * @param compiler name of the compiler, such as {@code C2}
     * @param level 1 to 3 for the quick compiler, with more and more counting, 4 for the optimizing one; -1 if not known
     * @param method class and method, such as {@code com.acme.Model.forward}; empty if not known
     * @param startNanos when it began, on the clock of the trace
     * @param durationNanos how long it took
     */
    public record Compilation(String compiler, int level, String method, long startNanos, long durationNanos) {}

    /**
     * One class or native library that a thread loaded. Loads are nested: a class brings its superclass.
     *
     * @param kind class or native library
     * @param threadId id of the Java thread that loaded it
     * @param name name of the class, or the library as it was asked for
     * @param startNanos when it began, on the clock of the trace
     * @param durationNanos how long it took
     */
    public record Load(LoadKind kind, long threadId, String name, long startNanos, long durationNanos) {}

    /** Kind of code that a thread waits for while it is loaded. */
    public enum LoadKind {
        /** A class: finding, reading and defining it, without its static initializer. */
        CLASS,
        /** A native library: mapping, linking and initializing it. */
        LIBRARY
    }
}
