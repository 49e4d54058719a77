package io.stepprofiler.analysis.report;

/**
 * Limits of the report of one window, so that the summary of all windows stays small.
 *
 * @param steps most listed steps
 * @param rows most rows of a table
 * @param text most characters of a name or a fact
 */
record ReportLimits(int steps, int rows, int text) {
    private static final int STEPS = 400;
    private static final int ROWS = 40;
    private static final int FEWEST = 4;
    private static final int TEXT = 200;

    /** Returns the limits of one of several windows. */
    static ReportLimits of(int windows) {
        int count = Math.max(1, windows);
        return new ReportLimits(Math.max(FEWEST, STEPS / count), Math.max(FEWEST, ROWS / count), TEXT);
    }

    /** Returns the most paths on threads of steps; other threads get a quarter of that. */
    int paths() {
        return 4 * rows;
    }

    String cut(String name) {
        return name.length() <= text ? name : name.substring(0, text - 1) + "…";
    }
}
