package io.stepprofiler.trace;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * This process's place as a worker of a distributed training run.
 *
 * @param rank the worker's number, from 0
 * @param worldSize the number of workers, more than {@code rank}; 0 if it is not known, as in files with the rank only
 * @param backend the communication backend, such as {@code gloo}, {@code nccl} or {@code mpi}; may be empty
 * @param host the name of the machine; may be empty
 * @param groups the groups of workers that communicate with each other; may be empty
 * @param ncclVersion version of NCCL, such as {@code 2.26.2}; empty if it is not used
 */
public record DistributedInfo(
        int rank, int worldSize, String backend, String host, List<ProcessGroup> groups, String ncclVersion) {
    private record Launcher(String rank, String worldSize, String backend) {}

    /** The variables that launchers set, in the order of look-up: torchrun, Open MPI, MPICH, Slurm. */
    private static final List<Launcher> LAUNCHERS = List.of(
            new Launcher("RANK", "WORLD_SIZE", ""),
            new Launcher("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "mpi"),
            new Launcher("PMI_RANK", "PMI_SIZE", "mpi"),
            new Launcher("SLURM_PROCID", "SLURM_NTASKS", ""));

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if {@code rank} or {@code worldSize} is out of range
     */
    public DistributedInfo {
        if (worldSize < 0) {
            throw new IllegalArgumentException(
                    "worldSize = " + worldSize + " is not allowed: must be 1 or more, or 0 if it is not known");
        }
        if (rank < 0 || (worldSize > 0 && rank >= worldSize)) {
            throw new IllegalArgumentException("rank = " + rank + " is not allowed: must be "
                    + (worldSize == 0 ? "0 or more" : "0 to " + (worldSize - 1) + " (worldSize - 1)"));
        }
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(ncclVersion, "ncclVersion");
        groups = List.copyOf(groups);
    }

    /**
     * A worker without known groups.
     *
     * @param rank the worker's number, 0 to {@code worldSize} - 1
     * @param worldSize the number of workers, 1 or more; 0 if it is not known
     * @param backend the communication backend; may be empty
     * @param host the name of the machine; may be empty
     * @throws IllegalArgumentException if {@code rank} or {@code worldSize} is out of range
     */
    public DistributedInfo(int rank, int worldSize, String backend, String host) {
        this(rank, worldSize, backend, host, List.of(), "");
    }

    /** {@return whether the number of workers is known} */
    public boolean hasWorldSize() {
        return worldSize > 0;
    }

    /**
     * {@return this worker in these groups}
     *
     * @param all the groups of workers that communicate with each other
     */
    public DistributedInfo withGroups(List<ProcessGroup> all) {
        return new DistributedInfo(rank, worldSize, backend, host, all, ncclVersion);
    }

    /**
     * {@return the worker that the launcher of this process has described in its environment: {@code RANK} and {@code
     * WORLD_SIZE}, or the variables of Open MPI, MPICH or Slurm; empty if there are none or they make no sense}
     *
     * @param environment usually {@link System#getenv()}
     * @param host the name of the machine
     */
    public static Optional<DistributedInfo> fromEnvironment(Map<String, String> environment, String host) {
        for (Launcher launcher : LAUNCHERS) {
            OptionalInt rank = number(environment.get(launcher.rank));
            OptionalInt size = number(environment.get(launcher.worldSize));
            if (rank.isPresent() && size.isPresent() && rank.getAsInt() < size.getAsInt()) {
                return Optional.of(new DistributedInfo(rank.getAsInt(), size.getAsInt(), launcher.backend, host));
            }
        }
        return Optional.empty();
    }

    private static OptionalInt number(@Nullable String text) {
        return text != null && text.matches("\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
}
