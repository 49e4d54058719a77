package io.stepprofiler.analysis.startup;

import io.stepprofiler.analysis.compile.CompileTimes;
import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time from the beginning of a process to the end of its first step, explained: phases that follow each other and
 * whose times add up to it, what the virtual machine did in each, and how long the steps after it took.
 *
 * <p>The phases come from what profiles note by themselves, see {@link io.stepprofiler.Startup}, and need no recorder.
 * Where the window of the trace has some of them, and the events of the flight recorder, {@link #recorded} tells what
 * the thread of the steps waited for in each. Immutable and safe on any thread.
 */
public final class TimeToFirstStep {
    private static final StartupPhase NOTHING = new StartupPhase("", -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    private final List<Phase> phases;
    private final List<Phase> steps;
    private final List<RecordedPhase> recorded;
    private final List<String> missing;

    private TimeToFirstStep(List<Phase> all, @Nullable Trace trace) {
        int first = 0;
        while (first < all.size() && all.get(first).step() < 0) {
            first++;
        }
        int end = Math.min(first + 1, all.size());
        phases = List.copyOf(all.subList(0, end));
        steps = List.copyOf(all.subList(end, all.size()));
        CompileTimes times = trace == null ? null : CompileTimes.of(trace);
        recorded = trace == null || times == null ? List.of() : recorded(trace, times, all);
        missing = times == null ? List.of() : times.missing();
    }

    /**
     * {@return the phases of the process that a trace is of; empty if it does not have them, as those of other
     * profilers}
     *
     * @param trace a trace, also one read from a file
     */
    public static Optional<TimeToFirstStep> of(Trace trace) {
        MetadataValue text = trace.metadata().get(StartupPhase.METADATA_KEY);
        List<StartupPhase> known = text == null ? List.of() : StartupPhase.ofText(text.text());
        return known.isEmpty() ? Optional.empty() : Optional.of(new TimeToFirstStep(differences(known), trace));
    }

    /**
     * {@return the phases so far of a process, which may not have finished its first step}
     *
     * @param known phases in the order of time, such as {@link io.stepprofiler.Startup#phases()}; one at least
     * @throws IllegalArgumentException if there are no phases
     */
    public static TimeToFirstStep of(List<StartupPhase> known) {
        if (known.isEmpty()) {
            throw new IllegalArgumentException("known = [] is not allowed: must be one phase at least");
        }
        return new TimeToFirstStep(differences(known), null);
    }

    private static List<Phase> differences(List<StartupPhase> known) {
        List<Phase> phases = new ArrayList<>();
        StartupPhase before = NOTHING;
        for (StartupPhase phase : known) {
            phases.add(Phase.between(before, phase));
            before = phase.classes() < 0 ? before : phase;
        }
        return phases;
    }

    private static List<RecordedPhase> recorded(Trace trace, CompileTimes times, List<Phase> all) {
        if (trace.steps().isEmpty()) {
            return List.of();
        }
        long thread = trace.steps().get(0).trackId();
        return all.stream()
                .filter(phase -> phase.startNanos() >= trace.start().monotonicNanos()
                        && phase.endNanos() <= trace.end().monotonicNanos())
                .map(phase -> RecordedPhase.of(phase, thread, times))
                .toList();
    }

    /** {@return the phases up to the end of the first step, or up to now if it has not ended; their times add up} */
    public List<Phase> phases() {
        return phases;
    }

    /** {@return the steps after the first one, as far as they are phases of the start} */
    public List<Phase> steps() {
        return steps;
    }

    /** {@return whether the first step has ended} */
    public boolean isComplete() {
        return phases.get(phases.size() - 1).step() >= 0;
    }

    /**
     * {@return nanoseconds from the beginning of the virtual machine to the end of the first step, or of the phases}
     */
    public long nanos() {
        return phases.stream().mapToLong(Phase::nanos).sum();
    }

    /**
     * {@return the median of the second half of the steps after the first one, without what the profiler took in them:
     * what a step takes once it is warm, as far as that is known; -1 if there are none}
     */
    public long steadyNanos() {
        long[] later = steps.stream()
                .skip(steps.size() / 2)
                .mapToLong(step -> Math.max(0, step.nanos() - step.profilerNanos()))
                .sorted()
                .toArray();
        return later.length == 0 ? -1 : later[(later.length - 1) / 2];
    }

    /** {@return the phases and steps that lie within the window of the trace, and what the thread of the steps did} */
    public List<RecordedPhase> recorded() {
        return recorded;
    }

    /** {@return what is not known of the steps, each with what to turn on for it} */
    public List<String> missing() {
        return missing;
    }

    /** {@return all of it as text, in lines of at most 120 columns} */
    public String table() {
        return new StartupTable(this).text();
    }
}
