package io.stepprofiler.mxnet;

import java.util.Optional;

/**
 * What a process says to a command of {@link ProfilerRanks}.
 *
 * @param rank which worker of the training it is
 * @param host its machine
 * @param pid its number there
 * @param error why it has not done what it was told; empty if it has
 */
public record RankAnswer(int rank, String host, long pid, Optional<String> error) {
    /** {@return one line: who it is, and what it says} */
    @Override
    public String toString() {
        return "rank " + rank + " (" + host + ", process " + pid + "): " + error.orElse("done");
    }
}
