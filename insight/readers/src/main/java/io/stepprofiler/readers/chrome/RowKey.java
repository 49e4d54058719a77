package io.stepprofiler.readers.chrome;

/**
 * Process and thread of an event as in the file, numbers or texts.
 *
 * @param pid the process, if it is a number
 * @param pidText the process, if it is a text; else empty
 * @param tid the thread, if it is a number
 * @param tidText the thread, if it is a text; else empty
 */
record RowKey(long pid, String pidText, long tid, String tidText) {
    boolean hasNumbers() {
        return pidText.isEmpty() && tidText.isEmpty();
    }

    /** The process alone. */
    RowKey process() {
        return new RowKey(pid, pidText, 0, "");
    }

    String pidLabel() {
        return pidText.isEmpty() ? Long.toString(pid) : pidText;
    }

    String tidLabel() {
        return tidText.isEmpty() ? Long.toString(tid) : tidText;
    }
}
