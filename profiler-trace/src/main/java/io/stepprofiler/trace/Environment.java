package io.stepprofiler.trace;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Environment of a program, which affects the time of its steps. It is part of the {@linkplain Trace#metadata metadata}
 * of every recorded trace, and so of every file written from one: a line of text of the form {@code key=value;
 * key=value}.
 *
 * @param virtualMachine name, version and vendor of the virtual machine
 * @param java version of Java
 * @param system name, version and architecture of the operating system
 * @param collector the garbage collector, such as {@code G1}
 * @param initialHeapBytes size of the heap at the start; 0 if not known
 * @param maxHeapBytes largest size of the heap; 0 if not known or not limited
 * @param processors number of processors that the virtual machine uses
 * @param limits processors and memory of the machine and of its container
 * @param arguments arguments of the virtual machine that begin with {@code -X}; system properties are not among them
 * @param flags flags of the virtual machine that matter, by name
 * @param frameworks versions of the frameworks on the class path, by name, as far as they state one; without JavaCPP's
 *     presets for PyTorch if the program has loaded another libtorch
 */
public record Environment(
        String virtualMachine,
        String java,
        String system,
        String collector,
        long initialHeapBytes,
        long maxHeapBytes,
        int processors,
        Limits limits,
        List<String> arguments,
        Map<String, String> flags,
        Map<String, String> frameworks) {
    /** Key of the environment in the metadata. */
    public static final String KEY = "environment";

    /** Metadata key of the instant at which the process started, as ISO 8601 text. */
    public static final String PROCESS_START = "process start";

    /**
     * Metadata key of the time from the start of the process to the end of its first step that was profiled or marked, such as
     * {@code 12.345 s}; absent before that step has ended.
     */
    public static final String FIRST_STEP = "time to first step";

    private static final String FLAG = "flag.";
    private static final String FRAMEWORK = "framework.";

    /**
     * Processors and memory of the machine, and of the container if the program runs in one.
     *
     * @param machineProcessors number of processors of the machine; 0 if not known
     * @param memoryBytes memory of the machine, or of the container if that has less
     * @param containerProcessors processor limit of the container, in processors; empty if there is none
     * @param containerMemoryBytes memory limit of the container; empty if there is none
     */
    public record Limits(
            int machineProcessors,
            OptionalLong memoryBytes,
            OptionalDouble containerProcessors,
            OptionalLong containerMemoryBytes) {}

    /** Copies the lists and maps. */
    public Environment {
        arguments = List.copyOf(arguments);
        flags = Map.copyOf(flags);
        frameworks = Map.copyOf(frameworks);
    }

    /**
     * {@return the environment of a trace; empty if it has none, as in files of other programs} Missing or invalid
     * values are empty or 0.
     *
     * @param trace the trace
     */
    public static Optional<Environment> of(Trace trace) {
        return Optional.ofNullable(trace.metadata().get(KEY)).map(value -> parse(value.text()));
    }

    private static Environment parse(String text) {
        TextPairs values = TextPairs.of(text);
        String arguments = values.text("arguments");
        return new Environment(
                values.text("vm"),
                values.text("java"),
                values.text("system"),
                values.text("collector"),
                values.number("heap.initial").orElse(0),
                values.number("heap.max").orElse(0),
                count(values, "processors"),
                new Limits(
                        count(values, "machine.processors"),
                        values.number("memory"),
                        values.fraction("container.processors"),
                        values.number("container.memory")),
                arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1)),
                values.startingWith(FLAG),
                values.startingWith(FRAMEWORK));
    }

    private static int count(TextPairs values, String key) {
        return (int) Math.min(values.number(key).orElse(0), Integer.MAX_VALUE);
    }

    /** {@return the environment as a value of the metadata, from which {@link #of} reads it} */
    public MetadataValue toMetadata() {
        TextPairs all = new TextPairs();
        all.add("vm", virtualMachine);
        all.add("java", java);
        all.add("system", system);
        all.add("collector", collector);
        all.add("heap.initial", initialHeapBytes);
        all.add("heap.max", maxHeapBytes);
        all.add("processors", processors);
        if (limits.machineProcessors > 0) {
            all.add("machine.processors", limits.machineProcessors);
        }
        limits.memoryBytes.ifPresent(bytes -> all.add("memory", bytes));
        limits.containerProcessors.ifPresent(count -> all.add("container.processors", String.valueOf(count)));
        limits.containerMemoryBytes.ifPresent(bytes -> all.add("container.memory", bytes));
        all.add("arguments", String.join(" ", arguments));
        flags.keySet().stream().sorted().forEach(flag -> all.add(FLAG + flag, flags.getOrDefault(flag, "")));
        frameworks.keySet().stream()
                .sorted()
                .forEach(name -> all.add(FRAMEWORK + name, frameworks.getOrDefault(name, "")));
        return all.toMetadata();
    }
}
