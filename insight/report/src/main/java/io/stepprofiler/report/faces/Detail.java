package io.stepprofiler.report.faces;

/** How much a document has: the first of each list on about one screen of text, or all that a reader may search. */
enum Detail {
    BRIEF,
    FULL;

    /** The number of rows or entries that are shown. */
    int limit(int brief, int full) {
        return this == BRIEF ? brief : full;
    }
}
