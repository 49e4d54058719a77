package io.stepprofiler.analysis.whatif;

import java.util.List;
import java.util.Objects;

/**
 * An operation of an {@link OperationGraph}.
 *
 * @param name what it is called, such as {@code aten::mm}
 * @param shapes the shapes of its inputs, such as {@code [[64, 784], [784, 10]]}; empty if not known
 * @param path the events around it, the outermost first; empty if there are none
 * @param after the operations that every valid order has before it, by their indexes, ascending: those that made what
 *     it reads, and, if it writes over something, those that read that before
 */
public record Operation(String name, String shapes, String path, List<Integer> after) {
    /**
     * Copies the list.
     *
     * @param name what it is called
     * @param shapes the shapes of its inputs
     * @param path the events around it
     * @param after the operations before it
     */
    public Operation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(shapes, "shapes");
        Objects.requireNonNull(path, "path");
        after = List.copyOf(after);
    }
}
