package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.ConcurrentCost;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Breakdowns of the steps of a trace, computed once. Each category in turn takes its times from the remaining time of a
 * step; the rest is unaccounted.
 */
public final class Breakdowns {
    /** Name of the phase in which a thread waits for its backward pass on another thread of torch. */
    private static final String BACKWARD = "backward on another thread";

    /**
     * Times of a thread with steps: by category, its phases from the innermost layer to the outermost, the backward
     * passes of its operations on other threads, and the communication of other threads while it did nothing.
     */
    private record ThreadTimes(
            Map<StepCategory, IntervalSet> categories, List<Phases> layers, IntervalSet backward, IntervalSet others) {}

    private final Trace trace;
    private final IntervalSet pauses;
    private final List<StepMark> steps;
    /** Names of events that may be phases. */
    private final BitSet phases;

    private final WindowWalk walk;
    private final StepGaps gaps;
    private final Map<Long, ThreadTimes> threads = new HashMap<>();

    /**
     * Computes the breakdowns of a window.
     *
     * @param walk the walk along its tracks
     */
    public Breakdowns(WindowWalk walk) {
        this.walk = walk;
        trace = walk.trace();
        phases = Phases.names(walk);
        steps = walk.steps();
        pauses = walk.pauses();
        gaps = new StepGaps(trace, steps);
        Map<Long, List<IntervalSet>> byThread = steps.stream()
                .collect(Collectors.groupingBy(
                        StepMark::trackId, Collectors.mapping(Breakdowns::stretch, Collectors.toList())));
        for (int i = 0; i < trace.tracks().size(); i++) {
            Track track = trace.tracks().get(i);
            List<IntervalSet> own = byThread.get(track.id());
            if (track.isThread() && own != null) {
                threads.put(track.id(), times(i, own));
            }
        }
    }

    static IntervalSet stretch(StepMark step) {
        return IntervalSet.of(step.startNanos(), step.startNanos() + step.durationNanos());
    }

    /**
     * {@return the breakdowns of the complete steps, in order}
     *
     * <p>A phase is the outermost event of the thread at that moment. An event that covers at least nine tenths of
     * every step and mostly contains other events is no phase: the events inside it are phases, and the rest has its
     * name.
     */
    public List<StepBreakdown> all() {
        List<StepBreakdown> all = new ArrayList<>();
        List<Map<ConcurrentCost, Long>> concurrent = new ConcurrentCosts(walk).nanos();
        for (int i = 0; i < steps.size(); i++) {
            all.add(of(steps.get(i), concurrent.get(i)));
        }
        return all;
    }

    private ThreadTimes times(int index, List<IntervalSet> own) {
        Track track = trace.tracks().get(index);
        Map<StepCategory, IntervalSet> categories = new EnumMap<>(StepCategory.class);
        categories.putAll(walk.times(index));
        categories.merge(StepCategory.VM_PAUSE, pauses, Breakdowns::either);

        boolean mayRun = isKnownToRun(track.id());
        return new ThreadTimes(
                categories,
                Wrappers.layers(phases, track, own),
                mayRun ? IntervalSet.NONE : backward(track.id()),
                mayRun ? IntervalSet.NONE : communication(track));
    }

    /** True if the processor time of a thread is known: it may have run unnamed code while other threads worked. */
    private boolean isKnownToRun(long thread) {
        return steps.stream()
                .filter(step -> step.trackId() == thread)
                .anyMatch(step -> step.cpuNanos() != StepMark.UNKNOWN_CPU);
    }

    /**
     * Returns the times at which other threads communicate while this one is in no event, or in torch's backward pass
     * outside any operation: then it waits for collectives of Gloo on separate threads.
     */
    private IntervalSet communication(Track thread) {
        if (IntStream.range(0, trace.nameCount()).noneMatch(this::isOfGloo)) {
            return IntervalSet.NONE;
        }
        IntervalSet.Builder others = new IntervalSet.Builder();
        trace.tracks().stream()
                .filter(track -> track.isThread() && !walk.stepping().contains(track.id()))
                .forEach(track ->
                        others.addAll(Phases.outermost(track, this::isOfGloo).all()));
        IntervalSet waiting = Phases.outermost(
                        thread, name -> trace.name(name).startsWith(PyTorch.BACKWARD_FRAME_PREFIX))
                .all()
                .minus(Phases.outermost(thread, name -> Frameworks.hasNamespace(trace.name(name)))
                        .all());
        return others.build().minus(Phases.outermost(thread, name -> true).all().minus(waiting));
    }

    private boolean isOfGloo(int name) {
        return trace.kind(name) == EventKind.COMMUNICATION && trace.name(name).startsWith(PyTorch.GLOO_PREFIX);
    }

    /**
     * Returns the times of events on threads that run backward operations of a thread, such as torch's thread for each
     * GPU.
     */
    private IntervalSet backward(long thread) {
        IntervalSet.Builder backward = new IntervalSet.Builder();
        trace.tracks().stream()
                .filter(track -> track.isThread() && track.id() != thread && isBackwardOf(thread, track))
                .forEach(track ->
                        backward.addAll(Phases.outermost(track, name -> true).all()));
        return backward.build();
    }

    private static boolean isBackwardOf(long thread, Track track) {
        return track.hasSequenceNumbers()
                && IntStream.range(0, track.size()).anyMatch(event -> track.forwardThread(event) == thread);
    }

    private static IntervalSet either(IntervalSet one, IntervalSet other) {
        return new IntervalSet.Builder().addAll(one).addAll(other).build();
    }

    /** {@return the complete steps, in order} */
    public List<StepMark> steps() {
        return steps;
    }

    /**
     * {@return the times of a step by category, on the clock of the trace; each nanosecond is in one category}
     *
     * @param step a complete step, or another time of its thread
     */
    public Map<StepCategory, IntervalSet> stretches(StepMark step) {
        Map<StepCategory, IntervalSet> stretches = new EnumMap<>(StepCategory.class);
        ThreadTimes times = threads.get(step.trackId());
        if (times == null && walk.isWhole()) {
            return stretches;
        }
        IntervalSet free = stretch(step);
        for (StepCategory category : StepCategory.values()) {
            IntervalSet own = times == null
                    ? (category == StepCategory.VM_PAUSE ? pauses : IntervalSet.NONE)
                    : times.categories.getOrDefault(category, IntervalSet.NONE);
            stretches.put(category, free.and(own));
            free = free.minus(own);
        }
        if (times != null) {
            IntervalSet waits = free.and(times.others).minus(times.backward);
            stretches.merge(StepCategory.COMMUNICATION, waits, Breakdowns::either);
            free = free.minus(waits);
        }
        IntervalSet rest = free;
        for (Phases layer : layers(step)) {
            rest = rest.minus(layer.all());
        }
        rest = times == null ? rest : rest.minus(times.backward);
        stretches.put(StepCategory.PHASE, free.minus(rest));
        stretches.put(StepCategory.UNACCOUNTED, rest);
        return stretches;
    }

    /**
     * {@return the unaccounted times of complete steps, on the clock of the trace} Steps of other threads may be in a
     * category at these times.
     */
    public IntervalSet unaccounted() {
        IntervalSet.Builder all = new IntervalSet.Builder();
        steps.forEach(step -> all.addAll(unaccounted(step)));
        return all.build();
    }

    /**
     * {@return the unaccounted times of one step, on the clock of the trace}
     *
     * @param step one of the complete steps
     */
    public IntervalSet unaccounted(StepMark step) {
        return stretches(step).getOrDefault(StepCategory.UNACCOUNTED, IntervalSet.NONE);
    }

    /** {@return the breakdowns of the times between steps, each with the number of the step after it} */
    public List<StepBreakdown> between() {
        return gaps.usual().stream().map(gap -> of(gap, Map.of())).toList();
    }

    /** {@return times between steps that are too long to belong to the run of the steps, such as for a validation} */
    public IntervalSet breaks() {
        return gaps.breaks();
    }

    private List<Phases> layers(StepMark step) {
        ThreadTimes times = threads.get(step.trackId());
        return times == null ? List.of() : times.layers;
    }

    private StepBreakdown of(StepMark step, Map<ConcurrentCost, Long> concurrent) {
        Map<StepCategory, IntervalSet> stretches = stretches(step);
        Map<StepCategory, Long> nanos = new EnumMap<>(StepCategory.class);
        stretches.forEach((category, each) -> nanos.put(category, each.nanos()));
        Map<String, Long> phases = new LinkedHashMap<>();
        IntervalSet free = stretches.getOrDefault(StepCategory.PHASE, IntervalSet.NONE);
        for (Phases layer : layers(step)) {
            layer.within(free).forEach((name, each) -> phases.merge(trace.name(name), each, Long::sum));
            free = free.minus(layer.all());
        }
        if (free.nanos() > 0) {
            phases.merge(BACKWARD, free.nanos(), Long::sum);
        }
        return new StepBreakdown(step, nanos, phases, concurrent);
    }
}
