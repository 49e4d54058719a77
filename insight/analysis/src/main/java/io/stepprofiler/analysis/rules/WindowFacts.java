package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.steps.DeviceSteps;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.Lazy;
import io.stepprofiler.analysis.steps.WholeWindow;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.Origin;
import io.stepprofiler.analysis.window.OtherThreads;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.analysis.window.SampledPhases;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.analysis.window.StepSamples;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.SourceFaults;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * Facts about one recorded window for all rules and reports. Each is found on the first request, and kept with the
 * trace. Used by one thread at a time.
 */
public final class WindowFacts {
    private static final String STEP = "the step";
    private static final String OWN = "the step without waits for a processor";

    /** Quantile of the first steps that is above the median of the last ones if the steps get faster. */
    private static final double MOST_OF_FIRST = 0.2;

    private final WindowAnalysis window;
    private final Lazy<Distribution> stepTimes;
    private final Lazy<List<StepBreakdown>> slowSteps;
    private final Lazy<Set<Evidence>> evidence;
    private final Lazy<ProcessorLoad> load;
    private final Lazy<List<String>> likeTexts;

    private WindowFacts(WindowAnalysis window) {
        this.window = window;
        stepTimes = new Lazy<>(() -> Distribution.of(durations()));
        slowSteps = new Lazy<>(this::findSlowSteps);
        evidence = new Lazy<>(() -> AvailableEvidence.of(window));
        load = new Lazy<>(() -> ProcessorLoad.of(this));
        likeTexts = new Lazy<>(() -> WholeWindow.namesLikeTexts(trace()));
    }

    /**
     * {@return the facts about a window}
     *
     * <p>Takes nothing yet; a fact takes a pass over the events that it needs.
     *
     * @param trace the window
     */
    public static WindowFacts of(Trace trace) {
        return new WindowFacts(new WindowAnalysis(trace));
    }

    /**
     * {@return the facts about a window, some of which may be known}
     *
     * @param window the report's analysis of the window, which is shared, or another supplier of its trace
     */
    public static WindowFacts of(Supplier<Trace> window) {
        return new WindowFacts(window instanceof WindowAnalysis known ? known : new WindowAnalysis(window.get()));
    }

    /** {@return the trace} */
    public Trace trace() {
        return window.trace();
    }

    WindowWalk walk() {
        return window.walk();
    }

    /** Returns a text about steps, or the same about the window if it has no mark of a step. */
    String words(String text) {
        return walk().isWhole() ? WholeWindow.words(text, likeTexts.get()) : text;
    }

    /** {@return the complete steps, in order; or the whole window if it has no mark of a step} */
    public List<StepBreakdown> steps() {
        return window.sampledPhases().steps();
    }

    /** {@return the times of the steps, on the clock of the trace} */
    IntervalSet inSteps() {
        return IntervalSet.ofSteps(walk().steps());
    }

    Breakdowns breakdowns() {
        return window.breakdowns();
    }

    /** {@return the time between steps while no device works, in nanoseconds} */
    public long betweenNanos() {
        return IntervalSet.ofSteps(
                        breakdowns().between().stream().map(StepBreakdown::step).toList())
                .minus(deviceSteps().allTimes().work())
                .nanos();
    }

    /** {@return the unaccounted times of the steps, on the clock of the trace} */
    IntervalSet unaccounted() {
        return window.breakdowns().unaccounted();
    }

    /** {@return the durations of all steps added up, in nanoseconds} */
    long stepNanos() {
        return stepTimes().sum();
    }

    /** {@return the durations of the steps in nanoseconds} */
    LongStream durations() {
        return steps().stream().mapToLong(each -> each.step().durationNanos());
    }

    /** {@return the distribution of the durations of the steps} */
    public Distribution stepTimes() {
        return stepTimes.get();
    }

    /**
     * {@return the time of a category in all steps, in nanoseconds}
     *
     * @param category the category
     */
    public long nanos(StepCategory category) {
        return steps().stream().mapToLong(each -> each.of(category)).sum();
    }

    /**
     * {@return a time as a part of all steps, from 0 to 1 if it lies in them}
     *
     * @param nanos the time in nanoseconds
     */
    public double share(long nanos) {
        return stepNanos() == 0 ? 0 : (double) nanos / stepNanos();
    }

    /**
     * {@return a time in steps as a share of all steps}
     *
     * @param nanos the time in nanoseconds, waits for a processor included
     */
    public Figure ofStep(long nanos) {
        return Figure.share(share(nanos), STEP);
    }

    /**
     * {@return the time of a category in all steps while no device works, in nanoseconds}
     *
     * @param category the category
     */
    long whileIdle(StepCategory category) {
        return deviceSteps().together().stream()
                .mapToLong(each -> each.host().getOrDefault(category, 0L))
                .sum();
    }

    /**
     * {@return a time of devices as a share of their time for all steps}
     *
     * @param nanos the time in nanoseconds, in {@link DeviceSteps#periods}
     */
    public Figure ofDevices(long nanos) {
        return Figure.share((double) nanos / Math.max(1, deviceNanos()), STEP);
    }

    /** {@return the time of the devices for all steps, which is longer than the steps if the threads run ahead of it} */
    long deviceNanos() {
        return deviceSteps().periods().stream()
                .mapToLong(StepMark::durationNanos)
                .sum();
    }

    /**
     * {@return a time for which threads of steps run, as a share of all steps} On a busy machine, the base lacks the
     * waits for a processor that other programs used.
     *
     * @param nanos the time in nanoseconds, found by samples or processor time
     */
    Figure ofRunning(long nanos) {
        long own = load().undisturbedNanos();
        return isDisturbed() && own > 0 ? Figure.share(Math.min(1, (double) nanos / own), OWN) : ofStep(nanos);
    }

    /** {@return whether other programs had a processor while threads of steps were ready to run} */
    boolean isDisturbed() {
        return load().undisturbedNanos() < stepNanos();
    }

    /** {@return the load of the processors} */
    ProcessorLoad load() {
        return load.get();
    }

    /**
     * {@return a time of all steps per step, in nanoseconds}
     *
     * @param nanos the time in nanoseconds
     */
    long perStep(long nanos) {
        return steps().isEmpty() ? 0 : nanos / steps().size();
    }

    List<Span> waits() {
        return window.waits();
    }

    /**
     * {@return the waits of any thread during steps that overlap some intervals, ordered by time}
     *
     * @param thread id of its track
     * @param within the intervals
     */
    List<Span> waitsOf(long thread, IntervalSet within) {
        return window.waitsOf(thread).stream()
                .filter(span -> within.nanosWithin(span.startNanos(), span.startNanos() + span.nanos()) > 0)
                .toList();
    }

    OtherThreads otherThreads() {
        return window.otherThreads();
    }

    DeviceSteps deviceSteps() {
        return window.deviceSteps();
    }

    DeviceWork deviceWork() {
        return window.deviceWork();
    }

    /** {@return whether the window shows that the program uses a device} */
    boolean hasDevices() {
        return trace().tracks().stream().anyMatch(track -> track.device().isPresent())
                || AvailableEvidence.hasMemoryOfDevices(trace());
    }

    Origin origin() {
        return window.origin();
    }

    Program program() {
        return window.program();
    }

    List<Span> machine() {
        return window.machine();
    }

    List<GarbageCollection> collections() {
        return window.collections();
    }

    StepSamples samples() {
        return window.samples();
    }

    SampledPhases sampledPhases() {
        return window.sampledPhases();
    }

    /** {@return the key averages by name} */
    public KeyAverages averages() {
        return window.averages();
    }

    StepCalls calls() {
        return window.calls();
    }

    /** {@return the counter of a name; empty if it has no value} */
    Optional<CounterTrack> counter(String name) {
        return trace().counters().stream()
                .filter(each -> each.name().equals(name) && each.size() > 0)
                .findFirst();
    }

    /** {@return the evidence that the trace has} */
    public Set<Evidence> evidence() {
        return evidence.get();
    }

    /** {@return the state of a kind of evidence, with the reason why it is missing} */
    EvidenceState state(Evidence kind) {
        return EvidenceState.of(window, evidence(), kind);
    }

    /** {@return the kinds of evidence that are missing, with the reasons; empty if none is} */
    String missing(Set<Evidence> kinds) {
        return EvidenceState.missing(kinds, this::state);
    }

    /** {@return the activity sources that failed, each with the reason} */
    Map<String, String> failedSources() {
        return SourceFaults.failed(trace());
    }

    /**
     * {@return the slow steps: longer than both the outlier bound of {@link Distribution#outlierBound} and 1.3 times
     * the median of the steps of their thread}
     */
    public List<StepBreakdown> slowSteps() {
        return slowSteps.get();
    }

    private List<StepBreakdown> findSlowSteps() {
        double bound = stepTimes().slowFrom(durations());
        return steps().stream()
                .filter(each -> each.step().durationNanos() > bound)
                .toList();
    }

    /**
     * {@return the relative decrease of the median step time from the first to the last third; empty with fewer than
     * nine steps, and unless four of five steps of the first third take longer than the median of the last} If the
     * processor time of the steps is known, it is the smaller of the decreases of duration and of processor time: a
     * processor with less load from other programs at the end is no progress.
     */
    OptionalDouble fasterAtTheEnd() {
        OptionalDouble durations = faster(each -> each.step().durationNanos());
        if (durations.isEmpty() || !evidence().contains(Evidence.PROCESSOR_TIME)) {
            return durations;
        }
        OptionalDouble running = faster(each -> each.step().cpuNanos());
        return running.isEmpty()
                ? running
                : OptionalDouble.of(Math.min(durations.getAsDouble(), running.getAsDouble()));
    }

    private OptionalDouble faster(ToLongFunction<StepBreakdown> nanos) {
        List<StepBreakdown> steps = steps();
        int third = steps.size() / 3;
        if (third < 3) {
            return OptionalDouble.empty();
        }
        long[] sorted = steps.stream().limit(third).mapToLong(nanos).sorted().toArray();
        long first = Quantiles.of(sorted, 0.5);
        long last = Quantiles.median(
                steps.stream().skip(steps.size() - (long) third).mapToLong(nanos));
        // If steps are of two kinds, the first ones may be long by chance.
        return Quantiles.of(sorted, MOST_OF_FIRST) <= last
                ? OptionalDouble.empty()
                : OptionalDouble.of(1 - (double) last / first);
    }
}
