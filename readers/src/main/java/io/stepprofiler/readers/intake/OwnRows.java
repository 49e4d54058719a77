package io.stepprofiler.readers.intake;

/** Numbers of the rows of files of ours: those between the ids of threads and the numbers made for others are of none. */
public final class OwnRows {
    private static final long FIRST = 1L << 30;
    /** Threads whose ids do not fit into the files count from here. */
    private static final long FIRST_MADE_THREAD = 3L << 29;

    private OwnRows() {}

    /**
     * {@return whether a row has a number that is made for rows that are no thread}
     *
     * @param number of the row
     */
    public static boolean isOther(long number) {
        return number >= FIRST && (number < FIRST_MADE_THREAD || number > Integer.MAX_VALUE);
    }
}
