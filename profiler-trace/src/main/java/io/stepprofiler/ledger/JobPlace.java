package io.stepprofiler.ledger;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Place of this process in its job, for the head of its step ledger. Immutable.
 *
 * @param job name of the job, of 100 characters at most, the same for all of its processes; empty if it is not known
 * @param positions positions in the groups of ranks, from 0; without unknown ones
 * @param labels further facts by name, such as the rack: 24 at most, of 100 characters at most each
 */
public record JobPlace(String job, Map<Parallelism, Integer> positions, Map<String, String> labels) {
    /** Most characters of a name or a value. */
    public static final int MAX_TEXT = 100;

    /** Most labels. */
    public static final int MAX_LABELS = 24;

    /** Nothing is known. */
    public static final JobPlace UNKNOWN = new JobPlace("", Map.of(), Map.of());

    /** Variables with the job, in the order of look-up: torchrun, Slurm, PBS, LSF, Kubernetes by convention. */
    private static final List<String> JOBS =
            List.of("TORCHELASTIC_RUN_ID", "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_NAME");

    /** The name of a job that torchrun was given no name for. */
    private static final String NO_NAME = "none";

    /** A label and the variables that have it, in the order of look-up. */
    private record Source(String label, List<String> variables) {}

    private static final List<Source> LABELS = List.of(
            new Source("node", List.of("NODE_NAME", "SLURMD_NODENAME")),
            new Source("topology", List.of("SLURM_TOPOLOGY_ADDR")),
            new Source("partition", List.of("SLURM_JOB_PARTITION")),
            new Source("local rank", List.of("LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID")),
            new Source("restart", List.of("TORCHELASTIC_RESTART_COUNT", "SLURM_RESTART_COUNT")));

    /**
     * Checks and copies the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public JobPlace {
        checkLength("job", job);
        positions.forEach((parallelism, position) -> {
            if (position < 0) {
                throw new IllegalArgumentException(
                        "position = " + position + " of " + parallelism + " is not allowed: must be 0 or more");
            }
        });
        if (labels.size() > MAX_LABELS) {
            throw new IllegalArgumentException(
                    "labels = " + labels.size() + " is not allowed: must be " + MAX_LABELS + " at most");
        }
        labels.forEach((name, value) -> {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("label '' = '" + value + "' is not allowed: must have a name");
            }
            checkLength("name of a label", name);
            checkLength("label " + name, value);
        });
        positions = Map.copyOf(positions);
        labels = Map.copyOf(labels);
    }

    private static void checkLength(String parameter, String text) {
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException(
                    parameter + " = '" + text + "' is not allowed: must have " + MAX_TEXT + " characters at most");
        }
    }

    /**
     * {@return the place that the launcher of this process has described in its environment} Names and labels that are
     * longer than allowed are left out.
     *
     * @param environment usually {@link System#getenv()}
     */
    public static JobPlace of(Map<String, String> environment) {
        Map<String, String> labels = new HashMap<>();
        LABELS.forEach(
                source -> first(source.variables, environment).ifPresent(value -> labels.put(source.label, value)));
        return new JobPlace(first(JOBS, environment).orElse(""), Map.of(), labels);
    }

    private static Optional<String> first(List<String> variables, Map<String, String> environment) {
        return variables.stream()
                .map(variable -> environment.getOrDefault(variable, ""))
                .filter(value -> !value.isEmpty() && !value.equals(NO_NAME) && value.length() <= MAX_TEXT)
                .findFirst();
    }

    /**
     * {@return this place in another job}
     *
     * @param name name of the job
     * @throws IllegalArgumentException if it is too long
     */
    public JobPlace job(String name) {
        return new JobPlace(name, positions, labels);
    }

    /**
     * {@return the position in the groups of a kind; empty if it is not known}
     *
     * @param parallelism the kind
     */
    public OptionalInt position(Parallelism parallelism) {
        Integer position = positions.get(parallelism);
        return position == null ? OptionalInt.empty() : OptionalInt.of(position);
    }

    /**
     * {@return this place with another position}
     *
     * @param parallelism the kind of groups
     * @param position the position, from 0
     * @throws IllegalArgumentException if it is negative
     */
    public JobPlace position(Parallelism parallelism, int position) {
        Map<Parallelism, Integer> all = new EnumMap<>(Parallelism.class);
        all.putAll(positions);
        all.put(parallelism, position);
        return new JobPlace(job, all, labels);
    }

    /**
     * {@return this place with one more label, or another value of it}
     *
     * @param name name of the label, such as {@code rack}
     * @param value its value
     * @throws IllegalArgumentException if the name is empty, a text is too long, or there are too many
     */
    public JobPlace label(String name, String value) {
        Map<String, String> all = new HashMap<>(labels);
        all.put(name, value);
        return new JobPlace(job, positions, all);
    }
}
