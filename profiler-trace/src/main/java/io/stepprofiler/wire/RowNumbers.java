package io.stepprofiler.wire;

/**
 * Numbers of the rows of our files: first thread ids, then numbers for rows that are no thread, then numbers for
 * threads whose ids do not fit.
 */
public final class RowNumbers {
    /** First number of rows that are no thread: above any thread id that a program reaches. */
    public static final long FIRST_OTHER = 1L << 30;

    /** First number of threads whose ids do not fit: above the other rows, which are far fewer. */
    public static final long FIRST_MADE_THREAD = 3L << 29;

    private RowNumbers() {}

    /**
     * {@return whether a number is in the range of rows that are no thread}
     *
     * @param number number of the row
     */
    public static boolean isOther(long number) {
        return number >= FIRST_OTHER && (number < FIRST_MADE_THREAD || number > Integer.MAX_VALUE);
    }
}
