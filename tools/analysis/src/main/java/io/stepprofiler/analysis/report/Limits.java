package io.stepprofiler.analysis.report;

/**
 * How many of each thing the report of one window has, so that the summary of all of them stays small.
 *
 * @param steps most steps that are listed one by one
 * @param rows most rows of a table
 * @param text most characters of a name or a fact
 */
record Limits(int steps, int rows, int text) {
    private static final int STEPS = 400;
    private static final int ROWS = 40;
    private static final int FEWEST = 4;
    private static final int TEXT = 200;

    /** Those of each of several windows. */
    static Limits of(int windows) {
        int count = Math.max(1, windows);
        return new Limits(Math.max(FEWEST, STEPS / count), Math.max(FEWEST, ROWS / count), TEXT);
    }

    /** Most paths of events on the threads of steps; of other threads a quarter of that. */
    int paths() {
        return 4 * rows;
    }

    String cut(String name) {
        return name.length() <= text ? name : name.substring(0, text - 1) + "…";
    }
}
