package io.stepprofiler.wire;

/**
 * Numbers of the rows of our files: ids of threads, then those of rows that are no thread, then those of threads whose
 * ids do not fit.
 */
public final class RowNumbers {
    /** Rows that are no thread count from here: above the id of any thread that a program gets to. */
    public static final long FIRST_OTHER = 1L << 30;

    /** Threads without a number of their own count from here: above the other rows, of which there are far fewer. */
    public static final long FIRST_MADE_THREAD = 3L << 29;

    private RowNumbers() {}

    /**
     * {@return whether a row has a number that is made for rows that are no thread}
     *
     * @param number number of the row
     */
    public static boolean isOther(long number) {
        return number >= FIRST_OTHER && (number < FIRST_MADE_THREAD || number > Integer.MAX_VALUE);
    }
}
