package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Walk along the tracks of a window that all its analyses share: its steps, what its events mean, which event is around
 * each, and when threads wait or are paused. Each part is found on the first request, and kept; parents take 4 bytes
 * for each event of the requested tracks. Used by one thread at a time.
 */
public final class WindowWalk {
    private final Trace trace;
    private final boolean isWhole;
    private final List<StepMark> steps;
    private final Map<Long, Integer> otherSteps = new TreeMap<>();
    private final Set<Long> stepping;
    private final Lazy<List<Optional<StepCategory>>> meanings;
    private final Lazy<IntervalSet> pauses;
    private final Lazy<StepAxis> axis;
    private final Map<Integer, int[]> parents = new HashMap<>();
    private final Map<Integer, Map<StepCategory, IntervalSet>> times = new HashMap<>();

    /**
     * Creates a walk, which has not begun.
     *
     * @param trace the window
     */
    public WindowWalk(Trace trace) {
        this.trace = trace;
        isWhole = trace.steps().isEmpty();
        // Steps of several threads or processes are series of their own, of which no figure may have two.
        List<List<StepMark>> series = (isWhole ? WholeWindow.of(trace).stream() : trace.steps().stream())
                        .filter(step -> !step.unfinished())
                        .collect(Collectors.groupingBy(StepMark::trackId, TreeMap::new, Collectors.toList()))
                        .values()
                        .stream()
                        .sorted(Comparator.comparingLong(WindowWalk::nanos).reversed())
                        .toList();
        steps = series.isEmpty() ? List.of() : StepMark.disjoint(series.get(0));
        series.stream().skip(1).forEach(other -> otherSteps.put(other.get(0).trackId(), other.size()));
        stepping = series.stream().map(each -> each.get(0).trackId()).collect(Collectors.toUnmodifiableSet());
        meanings = new Lazy<>(() -> IntStream.range(0, trace.nameCount())
                .mapToObj(name -> EventMeaning.onThread(trace.kind(name), trace.name(name)))
                .toList());
        pauses = new Lazy<>(this::findPauses);
        axis = new Lazy<>(() -> new StepAxis(isWhole ? List.of() : steps, otherSteps.keySet()));
    }

    /** {@return the window} */
    public Trace trace() {
        return trace;
    }

    /** {@return whether the window has no mark of a step, so that it counts as one range} */
    public boolean isWhole() {
        return isWhole;
    }

    /**
     * {@return the complete steps of one thread in order: of several, of the thread with the most time in steps; or the whole
     * window}
     */
    public List<StepMark> steps() {
        return steps;
    }

    /** {@return the numbers of complete steps of other threads by the ids of their tracks, mostly none} */
    public Map<Long, Integer> otherSteps() {
        return otherSteps;
    }

    private static long nanos(List<StepMark> steps) {
        return steps.stream().mapToLong(StepMark::durationNanos).sum();
    }

    /**
     * {@return whether the steps, or the whole window, are of a thread}
     *
     * @param trackId id of its track
     */
    public boolean isOfSteps(long trackId) {
        return !steps.isEmpty() && steps.get(0).trackId() == trackId;
    }

    /** {@return the ids of the tracks of all threads with complete steps} */
    public Set<Long> stepping() {
        return stepping;
    }

    /** {@return the complete steps as columns of tables; of a window without marks of steps none} */
    public StepAxis axis() {
        return axis.get();
    }

    /**
     * {@return the category of a thread inside events of a name; empty for phases}
     *
     * @param name number of the name
     */
    public Optional<StepCategory> meaning(int name) {
        return meanings.get().get(name);
    }

    /**
     * {@return for each event of a track the index of its parent, or {@link Nesting#ROOT}; not to be changed}
     *
     * @param track index of the track
     * @see Nesting#finishedParents
     */
    public int[] parents(int track) {
        return parents.computeIfAbsent(
                track, any -> Nesting.finishedParents(trace.tracks().get(track)));
    }

    /**
     * {@return the times of a thread inside events that have a category, by category; empty for phases}
     *
     * @param track index of its track
     */
    public Map<StepCategory, IntervalSet> times(int track) {
        return times.computeIfAbsent(track, any -> findTimes(trace.tracks().get(track)));
    }

    private Map<StepCategory, IntervalSet> findTimes(Track track) {
        Map<StepCategory, IntervalSet.Builder> builders = new EnumMap<>(StepCategory.class);
        for (int i = 0; i < track.size(); i++) {
            Optional<StepCategory> category = meaning(track.nameId(i));
            if (category.isPresent() && !track.isAsync(i) && !track.isUnfinished(i)) {
                builders.computeIfAbsent(category.get(), any -> new IntervalSet.Builder())
                        .add(track.startNanos(i), track.startNanos(i) + track.durationNanos(i));
            }
        }
        Map<StepCategory, IntervalSet> found = new EnumMap<>(StepCategory.class);
        builders.forEach((category, builder) -> found.put(category, builder.build()));
        return found;
    }

    /** {@return the pauses of the program by the virtual machine, on the clock of the trace} */
    public IntervalSet pauses() {
        return pauses.get();
    }

    private IntervalSet findPauses() {
        BitSet names = new BitSet();
        for (int name = 0; name < trace.nameCount(); name++) {
            names.set(name, trace.kind(name) == EventKind.VIRTUAL_MACHINE && EventMeaning.isPause(trace.name(name)));
        }
        IntervalSet.Builder found = new IntervalSet.Builder();
        for (Track track : names.isEmpty() ? List.<Track>of() : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (names.get(track.nameId(i)) && !track.isUnfinished(i)) {
                    found.add(track.startNanos(i), track.startNanos(i) + track.durationNanos(i));
                }
            }
        }
        return found.build();
    }
}
