package io.stepprofiler.report.faces;

/** Detail of a document: the first entries of each list, on about one screen of text, or all entries. */
enum Detail {
    BRIEF,
    FULL;

    /** The number of rows or entries that are shown. */
    int limit(int brief, int full) {
        return this == BRIEF ? brief : full;
    }
}
