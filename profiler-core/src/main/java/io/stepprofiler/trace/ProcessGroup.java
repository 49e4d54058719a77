package io.stepprofiler.trace;

import java.util.List;

/**
 * Some of the workers of a distributed run, which communicate with each other.
 *
 * @param name what the group is called, unique within the run; often a number
 * @param description what the group is for; may be empty
 * @param backend what it communicates with, such as {@code gloo}; may be empty
 * @param ranks the workers in it
 */
public record ProcessGroup(String name, String description, String backend, List<Integer> ranks) {
    /**
     * Copies the list.
     *
     * @param name what the group is called
     * @param description what the group is for
     * @param backend what it communicates with
     * @param ranks the workers in it
     */
    public ProcessGroup {
        ranks = List.copyOf(ranks);
    }
}
