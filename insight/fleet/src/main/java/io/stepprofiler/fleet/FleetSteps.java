package io.stepprofiler.fleet;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Steps of the ranks of a run: the figures of each rank in each step. They may be more than the memory of a process, so
 * that they are read in one of two directions only: rank by rank, or step by step. The functions of a traversal depend
 * on their argument only and hold little, so that another process may apply them; their results are small, and are
 * joined in order, so that the number of processes changes no result. Times are nanoseconds. A figure that is not known
 * is {@link #UNKNOWN}: a rank may lack a step, and a step a figure.
 */
public interface FleetSteps {
    /** A figure that is not known: {@value}. */
    long UNKNOWN = -1;

    /** Largest number of ranks: {@value}. Numbers of ranks that are larger are damaged. */
    int MOST_RANKS = 100_000;

    /** Largest figure, 2.8 hours as a time: sums over all ranks, or over all steps, fit a long. */
    long MOST_FIGURE = 10_000_000_000_000L;

    /**
     * Function of all steps of a rank.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    interface OfRank<T> extends Serializable {
        /**
         * {@return the result for a rank}
         *
         * @param columns its figures, until this method returns
         */
        T of(RankColumns columns);
    }

    /**
     * Function of all ranks in a block of steps.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    interface OfSteps<T> extends Serializable {
        /**
         * {@return the result for a block}
         *
         * @param block the figures of its steps, until this method returns
         */
        T of(StepBlock block);
    }

    /** {@return the ranks, by increasing number} */
    List<RankPlace> places();

    /** {@return the numbers of the steps, as the training counts, increasing} */
    long[] numbers();

    /** {@return the number of steps} */
    int steps();

    /**
     * {@return the number of a step, as the training counts}
     *
     * @param step index of the step
     */
    long number(int step);

    /**
     * {@return the results of a function for some ranks, in their order}
     *
     * @param ranks indexes of the ranks, increasing
     * @param function the function
     * @param <T> its result
     */
    <T> List<T> byRank(int[] ranks, OfRank<T> function);

    /**
     * {@return the results of a function for all ranks, in their order}
     *
     * @param function the function
     * @param <T> its result
     */
    default <T> List<T> byRank(OfRank<T> function) {
        return byRank(IntStream.range(0, places().size()).toArray(), function);
    }

    /**
     * {@return the results of a function for blocks of some steps, in their order}
     *
     * @param steps indexes of the steps, increasing
     * @param together number of these steps in a block, 1 or more; the last block may have fewer
     * @param function the function
     * @param <T> its result
     */
    <T> List<T> byStep(int[] steps, int together, OfSteps<T> function);

    /**
     * {@return the results of a function for each step, in their order}
     *
     * @param function the function of blocks of one step
     * @param <T> its result
     */
    default <T> List<T> byStep(OfSteps<T> function) {
        return byStep(IntStream.range(0, steps()).toArray(), 1, function);
    }

    /**
     * Sets own times of a step, which traversals have from now on.
     *
     * @param step index of the step
     * @param nanos own time of each rank; {@link #UNKNOWN} keeps the one that it has
     */
    void setOwn(int step, long[] nanos);
}
