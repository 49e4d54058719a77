package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.IntervalSet;
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
 * Activity of threads without steps, by their samples and events. Samples of running code are used if there are any.
 * Otherwise, such as with native code that signals must not interrupt, samples of allocations locate a thread, but
 * measure no time. Keeps the trace. Immutable and thread-safe.
 */
public final class OtherThreads {
    private final Trace trace;
    private final Set<Long> withSteps;
    private final Map<Long, String> names;
    private final boolean hasJava;

    /**
     * Reads the threads of a window.
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
     * Thread with the places of its samples.
     *
     * @param id id of its track
     * @param name its name
     * @param count number of samples
     * @param places places of the samples, by decreasing weight
     * @param isRunning true for samples of running code, false for samples of allocations
     */
    public record Seen(long id, String name, long count, List<Place> places, boolean isRunning) {
        private long weight() {
            return places.stream().mapToLong(Place::weight).sum();
        }
    }

    /**
     * {@return the threads without steps that have samples at certain instants, by decreasing weight}
     *
     * @param instants selects instants of the trace, in nanoseconds
     */
    public List<Seen> at(LongPredicate instants) {
        return seen(instants).stream()
                .filter(each -> !withSteps.contains(each.id()))
                .toList();
    }

    /**
     * {@return the samples of a thread at certain instants; empty if there are none}
     *
     * @param name name of the thread, which may have steps; of several threads the one with the largest weight
     * @param instants selects instants of the trace, in nanoseconds
     */
    public Optional<Seen> named(String name, LongPredicate instants) {
        return seen(instants).stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /**
     * {@return the thread without steps that was in scopes or operations for the largest part of some time; empty if
     * there is none}
     *
     * @param within the time
     */
    public Optional<BusyThread> busiest(IntervalSet within) {
        return BusyThread.most(trace, withSteps, within);
    }

    /** {@return the allocation sites of all threads at any time, by decreasing bytes} */
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

    /** True if a sample is of Java's own native code, in which threads wait for files, sockets and signals. */
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
