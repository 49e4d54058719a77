package io.stepprofiler.trace;

import java.util.List;

/**
 * Some of the workers of a distributed run, which communicate with each other.
 *
 * @param name the name of the group, unique within the run; often a number
 * @param description the purpose of the group; may be empty
 * @param backend its communication backend, such as {@code gloo}; may be empty
 * @param ranks the workers in it
 */
public record ProcessGroup(String name, String description, String backend, List<Integer> ranks) {
    /** Copies the list. */
    public ProcessGroup {
        ranks = List.copyOf(ranks);
    }
}
