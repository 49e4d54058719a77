package io.stepprofiler.analysis.rules;

/** Sort of evidence that a window may have, with what to turn on for it. */
public enum Evidence {
    /** Two steps whose ends are known, or more. */
    STEPS("a schedule with active(3) or more, or StepScope.open(\"train\", step)"),
    /** Data loading is marked. */
    DATA_LOADING("DataLoader.wrap(batches) around what gives the batches"),
    /** Threads that are parked, asleep or at a lock. */
    WAITS("source(FlightRecorderSource.create()) of profiler-jvm"),
    /** Input and output of threads. */
    INPUT_OUTPUT("source(FlightRecorderSource.create()) of profiler-jvm"),
    /** Garbage collections. */
    COLLECTIONS("source(FlightRecorderSource.create()) of profiler-jvm"),
    /** Compilations, and compiled code that was given up. */
    COMPILATION("source(FlightRecorderSource.create()) of profiler-jvm"),
    /** Loading of classes. */
    CLASS_LOADING("source(FlightRecorderSource.create()) of profiler-jvm"),
    /** Samples of what threads run. */
    SAMPLES("source(FlightRecorderSource.create()) of profiler-jvm"),
    /** Processor time that the threads of steps took in them. */
    PROCESSOR_TIME("a schedule, or StepScope, of this profiler"),
    /** How many processors the program uses, and may use. */
    PROCESSOR_LOAD("source(JvmCounters.create())"),
    /** How many processors all programs of the machine use. */
    MACHINE_LOAD("source(JvmCounters.create()), on Linux"),
    /** For how long the container was kept from running, or that nothing keeps it. */
    THROTTLING("source(JvmCounters.create()), on Linux"),
    /** What the profiler itself took. */
    PROFILER_COST("a schedule, or StepScope, of this profiler"),
    /** Memory of tensors. */
    MEMORY("profileMemory(true), with operations of PyTorch or the agent"),
    /** Operations of a framework. */
    OPERATIONS("source(TorchSource.create()) of profiler-pytorch, or the agent"),
    /** What operations were called with. */
    SHAPES("recordShapes(true)"),
    /** The update of the parameters is marked. */
    OPTIMIZER("Scope.open(\"optimizer\") around the update of the parameters"),
    /** How much memory the process and its heap take, and how much they may take. */
    MEMORY_LIMITS("source(JvmCounters.create())"),
    /** Work of devices. */
    DEVICES("source(CudaSource.create()) of profiler-cuda"),
    /** Memory of devices. */
    DEVICE_MEMORY("profileMemory(true), with operations of PyTorch or CudaSource"),
    /** What a device that works in the steps can do. */
    DEVICE_PROPERTIES("source(CudaSource.create()) of profiler-cuda");

    private final String turnOn;

    Evidence(String turnOn) {
        this.turnOn = turnOn;
    }

    /** {@return what to turn on in the agent for it, as one would write it, or where the agent finds it by itself} */
    public String turnOnInAgent() {
        return switch (this) {
            case STEPS, PROCESSOR_TIME, PROFILER_COST ->
                "step=com.acme.Trainer.trainBatch of the agent, with active=3 or more";
            case DATA_LOADING ->
                "DataLoader.wrap(batches) around what gives the batches; the agent sees those of DJL and DL4J";
            case WAITS, INPUT_OUTPUT, COLLECTIONS, COMPILATION, CLASS_LOADING, SAMPLES -> "jvm=flight of the agent";
            case PROCESSOR_LOAD, MEMORY_LIMITS -> "jvm=counters or jvm=flight of the agent";
            case MACHINE_LOAD, THROTTLING -> "jvm=counters or jvm=flight of the agent, on Linux";
            case MEMORY -> "memory=true of the agent, with operations";
            case OPERATIONS -> "ops=auto of the agent, with DJL, ND4J or DL4J";
            case SHAPES -> "shapes=true of the agent";
            case DEVICES, DEVICE_PROPERTIES -> "devices=auto of the agent";
            case DEVICE_MEMORY -> "memory=true of the agent, with operations or devices=auto";
            case OPTIMIZER ->
                "Scope.open(\"optimizer\") around the update of the parameters; the agent opens it for DJL";
        };
    }

    /** {@return what to ask torch's own profiler for, as one would write it in Python; empty if it records no such thing} */
    public String turnOnInTorch() {
        return switch (this) {
            case STEPS -> "schedule=torch.profiler.schedule(wait=1, warmup=1, active=3), and prof.step() in the loop";
            case DATA_LOADING -> "a torch.utils.data.DataLoader that gives the batches";
            case MEMORY, DEVICE_MEMORY -> "profile_memory=True";
            case OPERATIONS -> "ProfilerActivity.CPU among the activities";
            case SHAPES -> "record_shapes=True";
            case OPTIMIZER -> "torch.profiler.record_function(\"optimizer\") around the update of the parameters";
            case DEVICES -> "ProfilerActivity.CUDA among the activities";
            case DEVICE_PROPERTIES -> "a GPU of NVIDIA whose properties are in the file";
            case WAITS,
                    INPUT_OUTPUT,
                    COLLECTIONS,
                    COMPILATION,
                    CLASS_LOADING,
                    SAMPLES,
                    PROCESSOR_TIME,
                    PROCESSOR_LOAD,
                    MACHINE_LOAD,
                    THROTTLING,
                    PROFILER_COST,
                    MEMORY_LIMITS -> "";
        };
    }

    /** {@return what a file that another profiler wrote would have to hold for it; empty if that is not known} */
    public String turnOnInOthers() {
        return this == STEPS ? "events that are called ProfilerStep#7, or have the argument step_num of JAX" : "";
    }

    /** {@return whether it is about a virtual machine of Java, and of no interest where there is none} */
    public boolean isOfVirtualMachines() {
        return switch (this) {
            case COLLECTIONS, COMPILATION, CLASS_LOADING -> true;
            default -> false;
        };
    }

    /** {@return whether it is about a device, and of no interest where there is none} */
    public boolean isOfDevices() {
        return this == DEVICES || this == DEVICE_MEMORY || this == DEVICE_PROPERTIES;
    }

    /** {@return what to turn on in a profile for it, as one would write it} */
    public String turnOn() {
        return turnOn;
    }
}
