package io.stepprofiler.mxnet;

import java.util.Optional;

/**
 * Answer of a process to a command of {@link ProfilerRanks}.
 *
 * @param rank rank of the process
 * @param host host of the process
 * @param pid process id on that host
 * @param error message of the failure; empty if the command succeeded
 */
public record RankAnswer(int rank, String host, long pid, Optional<String> error) {
    /** {@return the process and its answer on one line} */
    @Override
    public String toString() {
        return "rank " + rank + " (" + host + ", process " + pid + "): " + error.orElse("done");
    }
}
