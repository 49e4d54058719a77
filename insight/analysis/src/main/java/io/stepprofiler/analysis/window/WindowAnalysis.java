package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.steps.DeviceSteps;
import io.stepprofiler.analysis.steps.LaunchedWork;
import io.stepprofiler.analysis.steps.Lazy;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Analysis of a recorded window for rules, reports and pages: one walk along its tracks, and its results. Each
 * part is found on the first request, in a pass over the events that it needs, and kept with the trace; waits, calls
 * and outermost events of threads with steps take memory each. Used by one thread at a time.
 */
public final class WindowAnalysis implements Supplier<Trace> {
    private final WindowWalk walk;
    private final Lazy<Breakdowns> breakdowns;
    private final Lazy<StepSamples> samples;
    private final Lazy<SampledPhases> sampledPhases;
    private final StepSpans spans;
    private final Lazy<List<Span>> waits;
    private final Lazy<List<Span>> machine;
    private final Lazy<List<GarbageCollection>> collections;
    private final Lazy<OtherThreads> otherThreads;
    private final Lazy<Origin> origin;
    private final Lazy<Program> program;
    private final Lazy<KeyAverages> averages;
    private final Lazy<StepCalls> calls;
    private final Lazy<LaunchedWork> operations;
    private final Lazy<DeviceSteps> deviceSteps;
    private final Lazy<DeviceWork> deviceWork;

    /**
     * Creates an analysis that has found nothing yet.
     *
     * @param trace the recorded window
     */
    public WindowAnalysis(Trace trace) {
        walk = new WindowWalk(trace);
        breakdowns = new Lazy<>(() -> new Breakdowns(walk));
        samples = new Lazy<>(() -> new StepSamples(walk));
        sampledPhases = new Lazy<>(() -> new SampledPhases(trace, breakdowns(), samples()));
        spans = new StepSpans(walk);
        waits = new Lazy<>(spans::ofThreads);
        machine = new Lazy<>(spans::ofTheMachine);
        collections = new Lazy<>(() -> Collections.of(trace, walk.steps()));
        otherThreads = new Lazy<>(() -> new OtherThreads(walk, samples().ownWork()));
        origin = new Lazy<>(() -> Origin.of(trace));
        program = new Lazy<>(() -> Program.of(trace));
        averages = new Lazy<>(() -> KeyAverages.of(ofOneSeries()));
        calls = new Lazy<>(() -> new StepCalls(walk));
        operations = new Lazy<>(() -> new LaunchedWork(walk));
        deviceSteps = new Lazy<>(() -> DeviceSteps.of(operations.get(), breakdowns()));
        deviceWork = new Lazy<>(() -> new DeviceWork(walk, operations.get()));
    }

    /** {@return the trace} */
    public Trace trace() {
        return walk.trace();
    }

    /** Returns the trace; without the events of other threads with steps if there are any. */
    private Trace ofOneSeries() {
        Set<Long> others = walk.otherSteps().keySet();
        return others.isEmpty()
                ? trace()
                : new TraceBuilder()
                        .addEvents(trace(), track -> i -> !others.contains(track.id()))
                        .build();
    }

    // Exported methods take an analysis as a supplier of its trace, because its own class is not exported.
    @Override
    public Trace get() {
        return trace();
    }

    /** {@return the walk along its tracks} */
    public WindowWalk walk() {
        return walk;
    }

    /** {@return the breakdowns of its complete steps, without samples} */
    public Breakdowns breakdowns() {
        return breakdowns.get();
    }

    /** {@return the samples of the threads of steps that lie in a step} */
    public StepSamples samples() {
        return samples.get();
    }

    /** {@return the breakdowns of the steps with the phases that samples have found in time without events} */
    public SampledPhases sampledPhases() {
        return sampledPhases.get();
    }

    /**
     * {@return the waits of the threads of steps, clipped to the steps, ordered by time} Includes data loading and
     * communication, and the waits inside these.
     */
    public List<Span> waits() {
        return waits.get();
    }

    /**
     * {@return the waits of one thread, with or without steps of its own, during all steps, ordered by time}
     *
     * @param thread id of its track
     */
    public List<Span> waitsOf(long thread) {
        return spans.ofThread(thread);
    }

    /** {@return the activity of the virtual machine during steps, clipped to the steps, ordered by time} */
    public List<Span> machine() {
        return machine.get();
    }

    /** {@return the garbage collections, ordered by time} */
    public List<GarbageCollection> collections() {
        return collections.get();
    }

    /** {@return the activity of threads without steps} */
    public OtherThreads otherThreads() {
        return otherThreads.get();
    }

    /** {@return the recorder of the window and its frameworks} */
    public Origin origin() {
        return origin.get();
    }

    /** {@return the kind of program that was recorded} */
    public Program program() {
        return program.get();
    }

    /** {@return the key averages by name, without other threads with steps} */
    public KeyAverages averages() {
        return averages.get();
    }

    /** {@return the calls of the threads of steps; empty if no operations were recorded} */
    public StepCalls calls() {
        return calls.get();
    }

    /** {@return the breakdown of the steps by device} */
    public DeviceSteps deviceSteps() {
        return deviceSteps.get();
    }

    /** {@return the operations of devices in the steps, by their places} */
    public LaunchedWork operations() {
        return operations.get();
    }

    /** {@return the single operations of devices in the steps} */
    public DeviceWork deviceWork() {
        return deviceWork.get();
    }
}
