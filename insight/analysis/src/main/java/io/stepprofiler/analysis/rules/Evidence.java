package io.stepprofiler.analysis.rules;

import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.Jax;
import io.stepprofiler.frameworks.PyTorch;
import java.util.Locale;

/** Kind of evidence that a window may have, with the option that records it. */
public enum Evidence {
    /** Two complete steps or more, or a window without any mark of a step, which counts as one range. */
    STEPS("a schedule with active(3) or more, or StepScope.open(\"train\", step)"),
    /** Two complete steps or more, to compare them with each other. */
    SEVERAL_STEPS(STEPS.turnOn),
    /** Data loading is marked. */
    DATA_LOADING("DataLoader.wrap(batches) around the source of batches"),
    /** Threads that are parked, asleep or at a lock. */
    WAITS("source(FlightRecorderSource.create()) of step-profiler-jvm"),
    /** Input and output of threads. */
    INPUT_OUTPUT("source(FlightRecorderSource.create()) of step-profiler-jvm"),
    /** Garbage collections. */
    COLLECTIONS("source(FlightRecorderSource.create()) of step-profiler-jvm"),
    /** Compilations and deoptimizations. */
    COMPILATION("source(FlightRecorderSource.create()) of step-profiler-jvm"),
    /** Loading of classes. */
    CLASS_LOADING("source(FlightRecorderSource.create()) of step-profiler-jvm"),
    /** Samples of the stacks of running threads. */
    SAMPLES("source(FlightRecorderSource.create()) of step-profiler-jvm"),
    /** Processor time of the threads of steps, per step. */
    PROCESSOR_TIME("a schedule, or StepScope, of this profiler"),
    /** Number of processors that the program uses and may use. */
    PROCESSOR_LOAD("source(JvmCounters.create())"),
    /** Number of processors that all programs of the machine use. */
    MACHINE_LOAD("source(JvmCounters.create()), on Linux"),
    /** Throttling of the container, or its absence. */
    THROTTLING("source(JvmCounters.create()), on Linux"),
    /** Time that the profiler itself took. */
    PROFILER_COST("a schedule, or StepScope, of this profiler"),
    /** Memory of tensors. */
    MEMORY("profileMemory(true), with operations of " + PyTorch.NAME + " or the agent"),
    /** Operations of a framework. */
    OPERATIONS(PyTorch.SOURCE + ", or the agent"),
    /** Shapes of the inputs of operations. */
    SHAPES("recordShapes(true)"),
    /** The update of the parameters is marked. */
    OPTIMIZER("Scope.open(\"optimizer\") around the update of the parameters"),
    /** Memory of the process and its heap, with their limits. */
    MEMORY_LIMITS("source(JvmCounters.create())"),
    /** Work of devices. */
    DEVICES("source(CudaSource.create()) of step-profiler-cuda"),
    /** Memory of devices. */
    DEVICE_MEMORY("profileMemory(true), with operations of " + PyTorch.NAME + " or CudaSource"),
    /** Properties of a device that works in the steps. */
    DEVICE_PROPERTIES("source(CudaSource.create()) of step-profiler-cuda");

    private final String turnOn;

    Evidence(String turnOn) {
        this.turnOn = turnOn;
    }

    /** {@return the option of the agent that records it, or a hint if the agent records it by itself} */
    String turnOnInAgent() {
        return switch (this) {
            case STEPS, SEVERAL_STEPS, PROCESSOR_TIME, PROFILER_COST ->
                "step=com.acme.Trainer.trainBatch of the agent, with active=3 or more";
            case DATA_LOADING ->
                "DataLoader.wrap(batches) around the source of batches (the agent wraps that of " + withAgent() + ")";
            case WAITS, INPUT_OUTPUT, COLLECTIONS, COMPILATION, CLASS_LOADING, SAMPLES -> "jvm=flight of the agent";
            case PROCESSOR_LOAD, MEMORY_LIMITS -> "jvm=counters or jvm=flight of the agent";
            case MACHINE_LOAD, THROTTLING -> "jvm=counters or jvm=flight of the agent, on Linux";
            case MEMORY -> "memory=true of the agent, with operations";
            case OPERATIONS -> "ops=auto of the agent, with " + withAgent();
            case SHAPES -> "shapes=true of the agent";
            case DEVICES, DEVICE_PROPERTIES -> "devices=auto of the agent";
            case DEVICE_MEMORY -> "memory=true of the agent, with operations or devices=auto";
            case OPTIMIZER ->
                "Scope.open(\"optimizer\") around the update of the parameters (the agent opens it for " + withAgent()
                        + ")";
        };
    }

    /** The frameworks for which the agent records it. */
    private String withAgent() {
        return Frameworks.withAgent(name());
    }

    /** {@return the Python option of torch's profiler that records it; empty if torch's profiler cannot} */
    String turnOnInTorch() {
        return PyTorch.FRAMEWORK.option(key());
    }

    /** {@return the events that another profiler's file needs for it; empty if not known} */
    String turnOnInOthers() {
        String ofJax = Jax.FRAMEWORK.option(key());
        return ofJax.isEmpty() ? "" : "events named " + PyTorch.STEP_PREFIX + "7, or " + ofJax;
    }

    private String key() {
        return this == SEVERAL_STEPS ? STEPS.name() : name();
    }

    /** {@return its name in sentences} */
    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** {@return whether only Java virtual machines provide it} */
    boolean isOfVirtualMachines() {
        return switch (this) {
            case COLLECTIONS, COMPILATION, CLASS_LOADING -> true;
            default -> false;
        };
    }

    /** {@return whether it applies only to windows with a device} */
    boolean isOfDevices() {
        return this == DEVICES || this == DEVICE_MEMORY || this == DEVICE_PROPERTIES;
    }

    /** {@return whether only programs with operations of a framework provide it} */
    boolean isOfFrameworks() {
        return this == OPERATIONS || this == SHAPES;
    }

    /** {@return the option of a profile that records it, as Java code} */
    String turnOn() {
        return turnOn;
    }
}
