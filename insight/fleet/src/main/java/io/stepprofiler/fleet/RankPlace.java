package io.stepprofiler.fleet;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Place of a rank in its run. Positions that are not known are {@link #UNKNOWN}.
 *
 * @param rank number of the rank, from 0
 * @param host name of its machine; may be empty
 * @param stage position in the pipeline
 * @param data position among the copies of the model
 * @param tensor position among the parts of a tensor
 * @param expert position among the groups of experts
 * @param pid id of its process; 0 if it is not known
 * @param labels further facts by name, such as the rack
 */
public record RankPlace(
        int rank, String host, int stage, int data, int tensor, int expert, long pid, Map<String, String> labels) {
    /** A position that is not known. */
    public static final int UNKNOWN = -1;

    /** Copies the labels. */
    public RankPlace {
        // Other copies have another order in each process, and files must not.
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /**
     * A rank without a known process.
     *
     * @param rank number of the rank, from 0
     * @param host name of its machine; may be empty
     * @param stage position in the pipeline
     * @param data position among the copies of the model
     * @param tensor position among the parts of a tensor
     * @param expert position among the groups of experts
     * @param labels further facts by name, such as the rack
     */
    public RankPlace(int rank, String host, int stage, int data, int tensor, int expert, Map<String, String> labels) {
        this(rank, host, stage, data, tensor, expert, 0, labels);
    }

    /**
     * A rank without known positions.
     *
     * @param rank number of the rank, from 0
     * @param host name of its machine; may be empty
     */
    public RankPlace(int rank, String host) {
        this(rank, host, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, Map.of());
    }

    /**
     * {@return this place with other labels}
     *
     * @param others the labels
     */
    public RankPlace withLabels(Map<String, String> others) {
        return new RankPlace(rank, host, stage, data, tensor, expert, pid, others);
    }
}
