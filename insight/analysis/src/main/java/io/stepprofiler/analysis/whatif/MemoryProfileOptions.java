package io.stepprofiler.analysis.whatif;

/**
 * Options of a memory profile: the length of its list, and whether to search for the smallest peak.
 *
 * @param rows most operations in the list of the largest results; default 20
 * @param minBytes operations whose results have fewer bytes are not listed; default 1024
 * @param minimalPeak whether to search for the smallest peak of all valid orders; default false
 */
public record MemoryProfileOptions(int rows, long minBytes, boolean minimalPeak) {
    /** Twenty rows of 1024 bytes or more, without the smallest peak. */
    public static final MemoryProfileOptions DEFAULT = new MemoryProfileOptions(20, 1024, false);

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public MemoryProfileOptions {
        if (rows < 0) {
            throw new IllegalArgumentException("rows = " + rows + " is not allowed: must be 0 or more");
        }
        if (minBytes < 0) {
            throw new IllegalArgumentException("minBytes = " + minBytes + " is not allowed: must be 0 or more");
        }
    }

    /**
     * {@return these options with another length of the list}
     *
     * @param most most operations in it, 0 or more
     */
    public MemoryProfileOptions withRows(int most) {
        return new MemoryProfileOptions(most, minBytes, minimalPeak);
    }

    /**
     * {@return these options with another smallest size in the list}
     *
     * @param bytes operations whose results have fewer bytes are not listed
     */
    public MemoryProfileOptions withMinBytes(long bytes) {
        return new MemoryProfileOptions(rows, bytes, minimalPeak);
    }

    /** {@return these options with the search for the smallest peak} */
    public MemoryProfileOptions withMinimalPeak() {
        return new MemoryProfileOptions(rows, minBytes, true);
    }
}
