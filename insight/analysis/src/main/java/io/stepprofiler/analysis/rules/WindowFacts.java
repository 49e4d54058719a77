package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.steps.DeviceSteps;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.Collections;
import io.stepprofiler.analysis.window.DeviceProperties;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.Origin;
import io.stepprofiler.analysis.window.OtherThreads;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.analysis.window.SampledPhases;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.analysis.window.StepSamples;
import io.stepprofiler.analysis.window.StepSpans;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Facts about one recorded window, computed once for all rules and reports. Keeps the trace. Immutable and thread-safe.
 */
public final class WindowFacts {
    private final Trace trace;
    private final Breakdowns breakdowns;
    private final List<StepBreakdown> steps;
    private final long stepNanos;
    private final Distribution stepTimes;
    private final List<StepBreakdown> slowSteps;
    private final List<Span> spans;
    private final List<Span> machine;
    private final List<GarbageCollection> collections;
    private final StepSamples samples;
    private final SampledPhases sampledPhases;
    private final KeyAverages averages;
    private final Set<Evidence> evidence;
    private final StepCalls calls;
    private final StepSpans found;
    private final OtherThreads others;
    private final Origin origin;
    private final Program program;
    private final DeviceSteps deviceSteps;
    private final DeviceWork deviceWork;

    private WindowFacts(Trace trace) {
        this.trace = trace;
        breakdowns = new Breakdowns(trace);
        List<StepMark> marks = breakdowns.steps();
        samples = new StepSamples(trace, marks);
        sampledPhases = new SampledPhases(trace, breakdowns, samples);
        steps = sampledPhases.steps();
        stepTimes = Distribution.of(durations());
        stepNanos = stepTimes.sum();
        double bound = stepTimes.slowFrom(durations());
        slowSteps = steps.stream()
                .filter(each -> each.step().durationNanos() > bound)
                .toList();
        found = new StepSpans(trace, marks);
        spans = found.ofThreads();
        machine = found.ofTheMachine();
        collections = Collections.of(trace, marks);
        others = new OtherThreads(trace, marks.stream().map(StepMark::trackId).collect(Collectors.toSet()));
        origin = Origin.of(trace);
        program = Program.of(trace);
        averages = KeyAverages.of(trace);
        deviceSteps = DeviceSteps.of(trace, breakdowns);
        deviceWork = new DeviceWork(trace, deviceSteps.isEmpty() ? List.of() : marks);
        evidence = AvailableEvidence.of(trace, marks);
        if (!deviceSteps.isEmpty()) {
            evidence.add(Evidence.DEVICES);
        }
        if (deviceSteps.devices().keySet().stream()
                .anyMatch(device -> DeviceProperties.of(trace, device).computeMajor() > 0)) {
            evidence.add(Evidence.DEVICE_PROPERTIES);
        }
        // Skipped without operations: calls are many, and only rules about operations use them.
        calls = new StepCalls(trace, evidence.contains(Evidence.OPERATIONS) ? marks : List.of());
    }

    /**
     * {@return the facts about a window}
     *
     * <p>Takes several passes over the events, and memory for each wait and for each outermost event of threads with
     * steps.
     *
     * @param trace the window
     */
    public static WindowFacts of(Trace trace) {
        return new WindowFacts(trace);
    }

    /** {@return the trace} */
    public Trace trace() {
        return trace;
    }

    /** {@return the complete steps, in order} */
    public List<StepBreakdown> steps() {
        return steps;
    }

    /** {@return the times of the steps of all threads, on the clock of the trace} */
    IntervalSet inSteps() {
        return IntervalSet.of(steps.stream()
                .map(StepBreakdown::step)
                .map(step -> new IntervalSet.Stretch(step.startNanos(), step.startNanos() + step.durationNanos()))
                .toList());
    }

    /** {@return the unaccounted times of the steps, on the clock of the trace} */
    IntervalSet unaccounted() {
        return breakdowns.unaccounted();
    }

    /** {@return the durations of all steps added up, in nanoseconds} */
    long stepNanos() {
        return stepNanos;
    }

    /** {@return the durations of the steps in nanoseconds} */
    LongStream durations() {
        return steps.stream().mapToLong(each -> each.step().durationNanos());
    }

    /** {@return the distribution of the durations of the steps} */
    public Distribution stepTimes() {
        return stepTimes;
    }

    /**
     * {@return the time of a category in all steps, in nanoseconds}
     *
     * @param category the category
     */
    public long nanos(StepCategory category) {
        return steps.stream().mapToLong(each -> each.of(category)).sum();
    }

    /**
     * {@return a time as a part of all steps, from 0 to 1 if it lies in them}
     *
     * @param nanos the time in nanoseconds
     */
    public double share(long nanos) {
        return stepNanos == 0 ? 0 : (double) nanos / stepNanos;
    }

    /**
     * {@return a time of all steps per step, in nanoseconds}
     *
     * @param nanos the time in nanoseconds
     */
    long perStep(long nanos) {
        return steps.isEmpty() ? 0 : nanos / steps.size();
    }

    /**
     * {@return the waits of the threads of steps, clipped to the steps, ordered by time} Includes data loading and
     * communication, and the waits inside these.
     */
    @SuppressWarnings("exports") // For the report.
    public List<Span> waits() {
        return spans;
    }

    /**
     * {@return the waits of any thread during steps that overlap some intervals, ordered by time}
     *
     * @param thread id of its track
     * @param within the intervals
     */
    List<Span> waitsOf(long thread, IntervalSet within) {
        return found.ofThread(thread).stream()
                .filter(span -> within.nanosWithin(span.startNanos(), span.startNanos() + span.nanos()) > 0)
                .toList();
    }

    /** {@return the activity of threads without steps} */
    OtherThreads otherThreads() {
        return others;
    }

    /** {@return the breakdown of the steps by device} */
    @SuppressWarnings("exports") // For the report.
    public DeviceSteps deviceSteps() {
        return deviceSteps;
    }

    /** {@return the single operations of devices in the steps; to be used by one thread at a time} */
    @SuppressWarnings("exports") // For the report.
    public DeviceWork deviceWork() {
        return deviceWork;
    }

    /** {@return whether the window shows that the program uses a device} */
    boolean hasDevices() {
        return trace.tracks().stream().anyMatch(track -> track.device().isPresent())
                || AvailableEvidence.hasMemoryOfDevices(trace);
    }

    /** {@return the recorder of the window and its frameworks} */
    Origin origin() {
        return origin;
    }

    /** {@return the kind of program that was recorded} */
    Program program() {
        return program;
    }

    /** {@return the activity of the virtual machine during steps, clipped to the steps} */
    @SuppressWarnings("exports") // For the report.
    public List<Span> machine() {
        return machine;
    }

    /**
     * {@return the longest matching spans, the longest first}
     *
     * @param from {@link #waits()} or {@link #machine()}
     * @param which selects spans
     * @param limit most spans to return
     */
    static List<Span> longest(List<Span> from, Predicate<Span> which, int limit) {
        List<Span> found = new ArrayList<>(from.stream().filter(which).toList());
        found.sort(Comparator.comparingLong(Span::nanos).reversed());
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    /** {@return the garbage collections of the window, ordered by time} */
    @SuppressWarnings("exports") // For the report.
    public List<GarbageCollection> collections() {
        return collections;
    }

    /** {@return the samples of the threads of steps that lie in a step} */
    @SuppressWarnings("exports") // For the report.
    public StepSamples samples() {
        return samples;
    }

    /** {@return the phases that samples have found in time without events} */
    @SuppressWarnings("exports") // For the report.
    public SampledPhases sampledPhases() {
        return sampledPhases;
    }

    /** {@return the key averages by name} */
    public KeyAverages averages() {
        return averages;
    }

    /** {@return the calls of the threads of steps; empty if no operations were recorded} */
    StepCalls calls() {
        return calls;
    }

    /** {@return the counter of a name; empty if it has no value} */
    Optional<CounterTrack> counter(String name) {
        return trace.counters().stream()
                .filter(each -> each.name().equals(name) && each.size() > 0)
                .findFirst();
    }

    /** {@return the evidence that the trace has} */
    public Set<Evidence> evidence() {
        return evidence;
    }

    /**
     * {@return the slow steps: longer than both the outlier bound of {@link Distribution#outlierBound} and 1.3 times
     * the median}
     */
    public List<StepBreakdown> slowSteps() {
        return slowSteps;
    }

    /**
     * {@return the relative decrease of the median step time from the first to the last third, below 0 if it increases;
     * empty with fewer than nine steps} If the processor time of the steps is known, it is the smaller of the decreases
     * of duration and of processor time: a processor with less load from other programs at the end is no progress.
     */
    OptionalDouble fasterAtTheEnd() {
        OptionalDouble durations = faster(each -> each.step().durationNanos());
        if (durations.isEmpty() || !evidence.contains(Evidence.PROCESSOR_TIME)) {
            return durations;
        }
        OptionalDouble running = faster(each -> each.step().cpuNanos());
        return OptionalDouble.of(Math.min(durations.getAsDouble(), running.orElse(durations.getAsDouble())));
    }

    private OptionalDouble faster(ToLongFunction<StepBreakdown> nanos) {
        int third = steps.size() / 3;
        if (third < 3) {
            return OptionalDouble.empty();
        }
        long first =
                Distribution.of(steps.stream().limit(third).mapToLong(nanos)).median();
        long last = Distribution.of(
                        steps.stream().skip(steps.size() - (long) third).mapToLong(nanos))
                .median();
        return first == 0 ? OptionalDouble.empty() : OptionalDouble.of(1 - (double) last / first);
    }
}
