package io.stepprofiler.event;

/** Why an event that began is not in the trace. */
public enum DropCause {
    /** The window held as many events as it may. */
    EVENT_LIMIT("event limit"),
    /** The window's buffers held as many bytes as they may. */
    BYTE_LIMIT("byte limit"),
    /** The scopes of the thread were nested as deeply as they may be. */
    NESTING_LIMIT("nesting limit"),
    /** The virtual machine had no memory for another buffer. */
    OUT_OF_MEMORY("out of memory"),
    /** An activity source reported it as lost. */
    SOURCE("activity source"),
    /** It made no sense, such as an allocation of less than nothing. */
    INVALID("invalid"),
    /** The time for assembling the trace was over. */
    POST_PROCESSING_TIMEOUT("post-processing timeout"),
    /** The thread that writes the journal could not keep up with recording. */
    JOURNAL_BEHIND("journal behind"),
    /** The journal could not be written any more: the disk was full, or failed. */
    JOURNAL_FAILED("journal failed"),
    /** The journal was as long as it may be. */
    JOURNAL_LIMIT("journal limit"),
    /** It was in a part of the journal that cannot be read. */
    JOURNAL_DAMAGED("journal damaged"),
    /** The file that the trace was read from states the event, but its format cannot hold it. */
    NOT_IN_FILE("not in the file"),
    /** It is shorter than the events that were asked for. */
    TOO_SHORT("shorter than asked for");

    private final String label;

    DropCause(String label) {
        this.label = label;
    }

    /** {@return the cause in words, as tables and files show it} */
    public String label() {
        return label;
    }
}
