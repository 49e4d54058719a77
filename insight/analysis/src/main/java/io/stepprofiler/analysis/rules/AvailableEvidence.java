package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.analysis.window.DeviceProperties;
import io.stepprofiler.analysis.window.MemoryUse;
import io.stepprofiler.analysis.window.StepCalls;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Evidence that a trace recorded: that no event of a kind occurred means something only if the kind was recorded. */
final class AvailableEvidence {
    // D2: a window without collections differs from one that recorded none.
    /** Metadata key under which the flight recorder source lists the event groups it recorded. */
    private static final String FLIGHT_RECORDER_GROUPS = "jvm_flight_recorder_groups";

    private static final Map<String, Evidence> BY_GROUP = Map.of(
            "WAITS", Evidence.WAITS,
            "INPUT_OUTPUT", Evidence.INPUT_OUTPUT,
            "GARBAGE_COLLECTION", Evidence.COLLECTIONS,
            "COMPILATION", Evidence.COMPILATION,
            "CLASS_LOADING", Evidence.CLASS_LOADING,
            "METHOD_SAMPLES", Evidence.SAMPLES,
            "CPU_TIME_SAMPLES", Evidence.SAMPLES);
    private static final Map<String, Evidence> BY_COUNTER = Map.of(
            ProcessorLoad.OF_PROCESS, Evidence.PROCESSOR_LOAD,
            ProcessorLoad.OF_MACHINE, Evidence.MACHINE_LOAD,
            ProcessorLoad.THROTTLED, Evidence.THROTTLING);
    static final int FEWEST_STEPS = 2;

    private AvailableEvidence() {}

    /** Returns the evidence of a window. Takes a pass over the names and counters, and over the events of devices. */
    static Set<Evidence> of(WindowAnalysis window) {
        Trace trace = window.trace();
        Set<Evidence> found = EnumSet.noneOf(Evidence.class);
        addSteps(window.walk(), found);
        addNames(trace, found);
        addLoad(trace, found);
        addGroups(trace, found);
        addDevices(window, found);
        if (ProfilerOverhead.of(trace).isPresent()) {
            found.add(Evidence.PROFILER_COST);
        }
        Set<SampleKind> samples = trace.samples().kinds();
        if (samples.contains(SampleKind.JAVA)
                || samples.contains(SampleKind.NATIVE)
                || samples.contains(SampleKind.CPU_TIME)) {
            found.add(Evidence.SAMPLES);
        }
        if (trace.options().profileMemory() && trace.memory().size() > 0) {
            found.add(Evidence.MEMORY);
        }
        if (!MemoryUse.of(trace).isEmpty()) {
            found.add(Evidence.MEMORY_LIMITS);
        }
        return Collections.unmodifiableSet(found);
    }

    private static void addSteps(WindowWalk walk, Set<Evidence> found) {
        List<StepMark> steps = walk.steps();
        if (steps.size() >= FEWEST_STEPS) {
            found.add(Evidence.SEVERAL_STEPS);
        }
        if (steps.size() >= (walk.isWhole() ? 1 : FEWEST_STEPS)) {
            found.add(Evidence.STEPS);
        }
        boolean areTimesKnown = !steps.isEmpty();
        for (StepMark step : steps) {
            areTimesKnown &= step.cpuNanos() >= 0;
        }
        if (areTimesKnown) {
            found.add(Evidence.PROCESSOR_TIME);
        }
    }

    private static void addNames(Trace trace, Set<Evidence> found) {
        for (int name = 0; name < trace.nameCount(); name++) {
            EventKind kind = trace.kind(name);
            if (kind == EventKind.DATA_LOADER) {
                found.add(Evidence.DATA_LOADING);
            } else if (kind == EventKind.WAIT) {
                found.add(Evidence.WAITS);
            } else if (StepCalls.isOperation(trace, name)) {
                found.add(Evidence.OPERATIONS);
            } else if (kind == EventKind.SCOPE && Frameworks.isOptimizer(trace.name(name))) {
                found.add(Evidence.OPTIMIZER);
            }
        }
        if (found.contains(Evidence.OPERATIONS) && trace.signatureCount() > 0) {
            found.add(Evidence.SHAPES);
        }
    }

    private static void addGroups(Trace trace, Set<Evidence> found) {
        MetadataValue groups = trace.metadata().get(FLIGHT_RECORDER_GROUPS);
        for (String group : groups == null ? new String[0] : groups.text().split(", ")) {
            Evidence evidence = BY_GROUP.get(group);
            if (evidence != null) {
                found.add(evidence);
            }
        }
    }

    private static void addDevices(WindowAnalysis window, Set<Evidence> found) {
        if (hasMemoryOfDevices(window.trace())) {
            found.add(Evidence.DEVICE_MEMORY);
        }
        for (Device device : window.deviceSteps().devices().keySet()) {
            found.add(Evidence.DEVICES);
            if (DeviceProperties.of(window.trace(), device).computeMajor() > 0) {
                found.add(Evidence.DEVICE_PROPERTIES);
            }
        }
    }

    static boolean hasMemoryOfDevices(Trace trace) {
        for (Device device : trace.memory().devices()) {
            if (device.type() != Device.Type.CPU) {
                return true;
            }
        }
        return false;
    }

    /** A load means something only if the number of processors is known. */
    private static void addLoad(Trace trace, Set<Evidence> found) {
        Optional<Environment> environment = Environment.of(trace);
        if (environment.map(Environment::processors).orElse(0) == 0) {
            return;
        }
        for (CounterTrack counter : trace.counters()) {
            Evidence evidence = BY_COUNTER.get(counter.name());
            if (evidence != null && counter.size() > 0) {
                found.add(evidence);
            }
        }
        if (found.contains(Evidence.MACHINE_LOAD)) {
            // The same source reads both: without a throttling counter, nothing is throttled.
            found.add(Evidence.THROTTLING);
        }
        if (environment.map(each -> each.limits().machineProcessors()).orElse(0) == 0) {
            found.remove(Evidence.MACHINE_LOAD);
        }
    }
}
