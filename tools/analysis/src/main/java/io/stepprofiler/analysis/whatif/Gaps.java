package io.stepprofiler.analysis.whatif;

import java.util.List;

/**
 * What is not known of the operations of a graph, so that nobody takes its figures for more than they are.
 *
 * @param withoutTensors operations of which no tensor is recorded; without memory events they keep their place in
 *     every order, else they are left out, since they allocated nothing
 * @param withoutResults operations of which no result is known: they return a view or a number, or their outputs were
 *     not recorded
 * @param namesWithoutResults the most frequent names of those, with their counts
 * @param shapesAsRead results whose shape is the one in which a later operation read them, because their own was not
 *     recorded
 */
public record Gaps(long withoutTensors, long withoutResults, List<String> namesWithoutResults, long shapesAsRead) {
    /** Nothing is unknown. */
    public static final Gaps NONE = new Gaps(0, 0, List.of(), 0);

    /**
     * Copies the list.
     *
     * @param withoutTensors operations without a known tensor
     * @param withoutResults operations without a known result
     * @param namesWithoutResults their most frequent names
     * @param shapesAsRead results with the shape of a reader
     */
    public Gaps {
        namesWithoutResults = List.copyOf(namesWithoutResults);
    }
}
