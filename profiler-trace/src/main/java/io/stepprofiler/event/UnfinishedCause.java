package io.stepprofiler.event;

/** Why the end of an event is not known. */
public enum UnfinishedCause {
    /** The scope was still open when the window ended; its duration reaches to the end of the window. */
    WINDOW_ENDED("window ended"),
    /** The thread ended with the scope open; its duration reaches to the last time seen on the thread. */
    THREAD_ENDED("thread ended"),
    /** The journal ends before the event does: the process was killed, or the disk was full. */
    JOURNAL_ENDED("journal ended");

    private final String label;

    UnfinishedCause(String label) {
        this.label = label;
    }

    /** {@return the cause in words, as tables and files show it} */
    public String label() {
        return label;
    }
}
