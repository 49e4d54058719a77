package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Activity of threads without steps, by their samples and events. Samples of running code are used if there are any.
 * Otherwise, such as with native code that signals must not interrupt, samples of allocations locate a thread, but
 * measure no time. Used by one thread at a time.
 */
public final class OtherThreads {
    private final WindowWalk walk;
    private final Trace trace;
    private final Map<Long, String> names;
    private final boolean hasJava;
    /** Samples with a call stack, by thread. */
    private final Map<Long, List<Integer>> samplesOf;

    /**
     * Reads the threads of a window.
     *
     * @param walk the walk along its tracks
     * @param ownWork the stacks that are the profiler's own work, by number; their samples are left out
     */
    OtherThreads(WindowWalk walk, Set<Integer> ownWork) {
        this.walk = walk;
        trace = walk.trace();
        StackSamples samples = trace.samples();
        names = trace.tracks().stream()
                .filter(Track::isThread)
                .collect(Collectors.toMap(Track::id, Track::name, (one, other) -> one));
        Set<SampleKind> kinds = trace.samples().kinds();
        hasJava = kinds.contains(SampleKind.JAVA) || kinds.contains(SampleKind.CPU_TIME);
        samplesOf = IntStream.range(0, samples.size())
                .filter(sample -> samples.stackId(sample) >= 0 && !ownWork.contains(samples.stackId(sample)))
                .boxed()
                .collect(Collectors.groupingBy(samples::trackId));
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
                .filter(each -> !walk.stepping().contains(each.id()))
                .toList();
    }

    /** {@return the threads without steps; threads of one pool are together} */
    public List<NamedThreads> pools() {
        Map<String, List<Long>> pools = names.entrySet().stream()
                .filter(each -> !walk.stepping().contains(each.getKey()))
                .collect(Collectors.groupingBy(
                        each -> NamedThreads.common(each.getValue()),
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        return pools.entrySet().stream()
                .map(pool -> new NamedThreads(
                        pool.getValue().size() == 1
                                ? names.getOrDefault(pool.getValue().get(0), "?")
                                : pool.getKey(),
                        Set.copyOf(pool.getValue())))
                .toList();
    }

    /**
     * {@return the thread of a name, which may have steps; empty if the window has none, or several}
     *
     * @param name name of the thread
     */
    public Optional<NamedThreads> thread(String name) {
        List<Long> ids = names.entrySet().stream()
                .filter(each -> each.getValue().equals(name))
                .map(Map.Entry::getKey)
                .toList();
        return ids.size() == 1 ? Optional.of(new NamedThreads(name, Set.copyOf(ids))) : Optional.empty();
    }

    /**
     * {@return each of some threads alone}
     *
     * @param threads the threads
     */
    public List<NamedThreads> each(NamedThreads threads) {
        return threads.ids().stream()
                .map(id -> new NamedThreads(names.getOrDefault(id, "?"), Set.of(id)))
                .toList();
    }

    /**
     * {@return the places of running code of some threads at certain instants, by decreasing time} Samples of
     * allocations are none.
     *
     * @param threads the threads
     * @param instants selects instants of the trace, in nanoseconds
     */
    public List<Place> running(NamedThreads threads, LongPredicate instants) {
        return places(threads, instants, sample -> hasJava && locates(sample) && !isInFile(sample));
    }

    /**
     * {@return the places at which some threads read or wrote files at certain instants, by decreasing time}
     *
     * @param threads the threads
     * @param instants selects instants of the trace, in nanoseconds
     */
    public List<Place> inFiles(NamedThreads threads, LongPredicate instants) {
        return places(
                threads, instants, sample -> trace.samples().kind(sample) != SampleKind.ALLOCATION && isInFile(sample));
    }

    /**
     * {@return the places of some threads in calls for files and sockets, and in running code, by decreasing time}
     *
     * @param threads the threads
     * @param instants selects instants of the trace, in nanoseconds
     */
    public List<Place> working(NamedThreads threads, LongPredicate instants) {
        return places(
                threads,
                instants,
                sample -> hasJava
                        && trace.samples().kind(sample) != SampleKind.ALLOCATION
                        && (locates(sample) || FileCall.of(stack(sample)).isPresent()));
    }

    /**
     * {@return the allocation sites of some threads at certain instants, by decreasing bytes}
     *
     * @param threads the threads
     * @param instants selects instants of the trace, in nanoseconds
     */
    public List<Place> allocations(NamedThreads threads, LongPredicate instants) {
        return places(threads, instants, sample -> trace.samples().kind(sample) == SampleKind.ALLOCATION);
    }

    private List<Place> places(NamedThreads threads, LongPredicate instants, IntPredicate which) {
        Map<Integer, long[]> byStack = new LinkedHashMap<>();
        for (long id : threads.ids()) {
            for (int sample : samplesOf.getOrDefault(id, List.of())) {
                if (instants.test(trace.samples().nanos(sample)) && which.test(sample)) {
                    add(byStack, trace.samples(), sample);
                }
            }
        }
        return places(byStack);
    }

    private boolean isInFile(int sample) {
        return FileCall.of(stack(sample))
                .filter(call -> call == FileCall.READ || call == FileCall.WRITE)
                .isPresent();
    }

    private List<StackTraceElement> stack(int sample) {
        return trace.stack(trace.samples().stackId(sample));
    }

    /**
     * {@return the scope or operation that some threads were in for the largest part of some time}
     *
     * @param threads the threads
     * @param within the time
     */
    public Optional<BusyThread> busiest(NamedThreads threads, IntervalSet within) {
        return BusyThread.most(walk, track -> threads.ids().contains(track.id()), within);
    }

    /**
     * {@return the thread without steps that was in scopes or operations for the largest part of some time; empty if
     * there is none}
     *
     * @param within the time
     */
    public Optional<BusyThread> busiest(IntervalSet within) {
        return BusyThread.most(walk, track -> !walk.stepping().contains(track.id()), within);
    }

    /** {@return the allocation sites of all threads at any time, by decreasing bytes} */
    public List<Place> allocations() {
        Map<Integer, long[]> byStack = new HashMap<>();
        samplesOf
                .values()
                .forEach(ofThread -> ofThread.stream()
                        .filter(sample -> StepSamples.isAllocation(trace.samples(), sample))
                        .forEach(sample -> add(byStack, trace.samples(), sample)));
        return places(byStack);
    }

    private List<Seen> seen(LongPredicate instants) {
        return samplesOf.keySet().stream()
                .map(id -> new NamedThreads(names.getOrDefault(id, "?"), Set.of(id)))
                .map(thread -> seen(thread, places(thread, instants, this::locates)))
                .filter(seen -> seen.count() > 0)
                .sorted(Comparator.comparingLong(Seen::weight).reversed())
                .toList();
    }

    private Seen seen(NamedThreads thread, List<Place> places) {
        long count = places.stream().mapToLong(Place::count).sum();
        return new Seen(thread.ids().iterator().next(), thread.name(), count, places, hasJava);
    }

    private boolean locates(int sample) {
        return switch (trace.samples().kind(sample)) {
            case CPU_TIME, JAVA -> true;
            case ALLOCATION -> !hasJava;
            case NATIVE -> hasJava && (!isOfJava(sample) || isInSystem(sample));
        };
    }

    /** True if a sample is of a call of the file system that transfers no data. */
    private boolean isInSystem(int sample) {
        return FileCall.of(stack(sample)).filter(call -> !call.isTransfer()).isPresent();
    }

    /** True if a sample is of Java's own native code, in which threads wait for files, sockets and signals. */
    private boolean isOfJava(int sample) {
        List<StackTraceElement> stack = stack(sample);
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
