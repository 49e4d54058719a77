package io.stepprofiler.event;

/**
 * Options of a recording: the details recorded about each event, beyond its time.
 *
 * @param recordShapes shapes and values of operands
 * @param profileMemory memory events
 * @param withStack call stacks
 * @param withFlops floating point operations
 * @param withModules modules
 */
public record RecordingOptions(
        boolean recordShapes, boolean profileMemory, boolean withStack, boolean withFlops, boolean withModules) {
    /** Nothing beyond the time. */
    public static final RecordingOptions NONE = new RecordingOptions(false, false, false, false, false);

    /** All details. */
    public static final RecordingOptions ALL = new RecordingOptions(true, true, true, true, true);
}
