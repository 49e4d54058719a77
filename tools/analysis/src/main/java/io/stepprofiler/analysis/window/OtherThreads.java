package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/**
 * What threads beside those of steps were doing, as far as samples, and events of theirs, tell. Where samples of Java code were taken it is
 * those of running code; elsewhere, as beside native code that no signal may interrupt, those of allocations, which say
 * where a thread is although not for how long. Refers to the trace. Immutable and safe on any thread.
 */
public final class OtherThreads {
    private final Trace trace;
    private final Set<Long> withSteps;
    private final Map<Long, String> names;
    private final boolean hasJava;

    /**
     * Those of a window.
     *
     * @param trace the window
     * @param withSteps ids of the tracks of threads that have steps
     */
    public OtherThreads(Trace trace, Set<Long> withSteps) {
        this.trace = trace;
        this.withSteps = Set.copyOf(withSteps);
        names = trace.tracks().stream()
                .filter(Track::isThread)
                .collect(Collectors.toMap(Track::id, Track::name, (one, other) -> one));
        Set<SampleKind> kinds = trace.samples().kinds();
        hasJava = kinds.contains(SampleKind.JAVA) || kinds.contains(SampleKind.CPU_TIME);
    }

    /**
     * A thread and where it was seen.
     *
     * @param id id of its track
     * @param name its name
     * @param count number of samples
     * @param places where they were taken, those that stand for the most first
     * @param isRunning whether they are of running code; if not, of allocations
     */
    public record Seen(long id, String name, long count, List<Place> places, boolean isRunning) {
        private long weight() {
            return places.stream().mapToLong(Place::weight).sum();
        }
    }

    /**
     * {@return the threads without steps that were seen at certain instants, those that did the most first}
     *
     * @param instants whether an instant of the trace, in nanoseconds, counts
     */
    public List<Seen> at(LongPredicate instants) {
        return seen(instants).stream()
                .filter(each -> !withSteps.contains(each.id()))
                .toList();
    }

    /**
     * {@return what a thread did at certain instants; empty if it was not seen then}
     *
     * @param name name of the thread, which may have steps; of several the one that did the most
     * @param instants whether an instant of the trace, in nanoseconds, counts
     */
    public Optional<Seen> named(String name, LongPredicate instants) {
        return seen(instants).stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /**
     * {@return the thread without steps that had scopes or operations open for the most of some time; empty if none has
     * any}
     *
     * @param within the time
     */
    public Optional<BusyThread> busiest(Stretches within) {
        return BusyThread.most(trace, withSteps, within);
    }

    /** {@return where objects are allocated, on any thread and at any time, those with the most bytes first} */
    public List<Place> allocations() {
        Map<Integer, long[]> byStack = new HashMap<>();
        StackSamples samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            if (samples.kind(i) == SampleKind.ALLOCATION && samples.stackId(i) >= 0) {
                add(byStack, samples, i);
            }
        }
        return places(byStack);
    }

    private List<Seen> seen(LongPredicate instants) {
        StackSamples samples = trace.samples();
        Map<Long, Map<Integer, long[]>> byThread = new LinkedHashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            if (samples.stackId(i) >= 0 && tells(i) && instants.test(samples.nanos(i))) {
                add(byThread.computeIfAbsent(samples.trackId(i), any -> new LinkedHashMap<>()), samples, i);
            }
        }
        List<Seen> all = new ArrayList<>();
        byThread.forEach((thread, byStack) -> all.add(new Seen(
                thread,
                names.getOrDefault(thread, "?"),
                byStack.values().stream().mapToLong(sums -> sums[0]).sum(),
                places(byStack),
                hasJava)));
        all.sort(Comparator.comparingLong(Seen::weight).reversed());
        return all;
    }

    private boolean tells(int sample) {
        return switch (trace.samples().kind(sample)) {
            case CPU_TIME, JAVA -> true;
            case ALLOCATION -> !hasJava;
            case NATIVE -> hasJava && !isOfJava(sample);
        };
    }

    /** Whether a sample of native code is of Java's own, where threads wait for files, sockets and signals. */
    private boolean isOfJava(int sample) {
        List<StackTraceElement> stack = trace.stack(trace.samples().stackId(sample));
        return stack.isEmpty() || stack.get(0).getClassName().matches("(java|javax|jdk|sun)\\..*");
    }

    private static void add(Map<Integer, long[]> byStack, StackSamples samples, int sample) {
        long[] sums = byStack.computeIfAbsent(samples.stackId(sample), any -> new long[2]);
        sums[0]++;
        sums[1] += samples.weight(sample);
    }

    private List<Place> places(Map<Integer, long[]> byStack) {
        return byStack.entrySet().stream()
                .sorted((one, other) -> Long.compare(other.getValue()[1], one.getValue()[1]))
                .map(each -> new Place(trace.stack(each.getKey()), each.getValue()[0], each.getValue()[1]))
                .toList();
    }
}
