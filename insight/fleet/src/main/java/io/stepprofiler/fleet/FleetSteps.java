package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Steps of the ranks of a run. They may be more than the memory of a process, so that they are read rank by rank or
 * step by step only. The functions of a traversal depend on their argument only and hold little, so that other processes
 * may apply them; their results are small, and are joined in order. So the number of processes changes no result. Times
 * are nanoseconds. A figure that is not known is {@link #UNKNOWN}: a rank may lack a step, and a step a figure.
 */
public interface FleetSteps {
    /** A figure that is not known: {@value}. */
    long UNKNOWN = -1;

    /** Largest number of ranks: {@value}. */
    int MOST_RANKS = 100_000;

    /** Largest figure, 2.8 hours as a time: larger ones are damaged, and their sums might not fit a long. */
    long MOST_FIGURE = 10_000_000_000_000L;

    /** Figures of a rank in all steps, or of a step for all ranks. They are valid until the function returns. */
    interface Figures {
        /** {@return the index of the rank among all ranks, or of the step among the steps of the traversal} */
        int index();

        /** {@return the durations of steps} */
        long[] durations();

        /** {@return the longest duration, of a step its duration on the wall; 0 if none is known} */
        default long longestNanos() {
            return Math.max(0, Arrays.stream(durations()).max().orElse(0));
        }

        /** {@return the durations without waits for other ranks} */
        long[] own();

        /**
         * {@return values; without elements if none is known}
         *
         * @param column the column; of a step, only {@link StepValue#PAUSE_NANOS}
         */
        long[] values(StepValue column);
    }

    /**
     * Function of a traversal.
     *
     * @param <A> what it reads: the figures of a rank or of a step, or a list of several steps
     * @param <T> its result
     */
    @FunctionalInterface
    interface Reduction<A, T> extends Serializable {
        /**
         * {@return the result}
         *
         * @param read what it reads
         */
        T of(A read);
    }

    /** {@return the ranks, by increasing number} */
    List<RankPlace> places();

    /** {@return the numbers of the steps, as the training counts, increasing} */
    long[] numbers();

    /**
     * {@return the results of a function for some ranks, in their order}
     *
     * @param ranks indexes of the ranks, increasing
     * @param function the function of all steps of a rank
     * @param <T> its result
     */
    <T> List<T> byRank(int[] ranks, Reduction<Figures, T> function);

    /**
     * {@return the results of a function for all ranks, in their order}
     *
     * @param function the function of all steps of a rank
     * @param <T> its result
     */
    default <T> List<T> byRank(Reduction<Figures, T> function) {
        return byRank(IntStream.range(0, places().size()).toArray(), function);
    }

    /**
     * {@return the results of a function for blocks of some steps, in their order}
     *
     * @param steps indexes of the steps, increasing
     * @param together number of these steps in a block, 1 or more; the last block may have fewer
     * @param function the function of all ranks in the steps of a block
     * @param <T> its result
     */
    <T> List<T> byStep(int[] steps, int together, Reduction<List<Figures>, T> function);

    /**
     * Sets own times of a step, which all later traversals read.
     *
     * @param step index of the step
     * @param nanos own time of each rank; {@link #UNKNOWN} leaves it as it is
     */
    void setOwn(int step, long[] nanos);

    /**
     * {@return whether a row is a step; damaged ledgers may have any figure}
     *
     * @param steps number of steps that it stands for
     * @param durationNanos its duration
     */
    static boolean isStep(long steps, long durationNanos) {
        return steps == 1 && figure(durationNanos) != UNKNOWN;
    }

    /**
     * {@return the duration of a step without waits for other ranks; {@link #UNKNOWN} if it is not known}
     *
     * @param durationNanos its duration
     * @param communicationNanos its waits
     */
    static long own(long durationNanos, long communicationNanos) {
        long waits = figure(communicationNanos);
        return waits == UNKNOWN ? waits : Math.max(0, durationNanos - waits);
    }

    /**
     * {@return a figure; {@link #UNKNOWN} if it is damaged or not known}
     *
     * @param figure any number
     */
    static long figure(long figure) {
        return figure >= 0 && figure <= MOST_FIGURE ? figure : UNKNOWN;
    }
}
