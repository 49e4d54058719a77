package io.stepprofiler.event;

/**
 * Details recorded about each event of a trace, beyond its time.
 *
 * @param recordShapes shapes and values of operands
 * @param profileMemory memory events
 * @param withStack call stacks
 * @param withFlops floating point operations
 * @param withModules modules
 */
public record CaptureOptions(
        boolean recordShapes, boolean profileMemory, boolean withStack, boolean withFlops, boolean withModules) {
    /** Nothing beyond the time. */
    public static final CaptureOptions NONE = new CaptureOptions(false, false, false, false, false);

    /** All details. */
    public static final CaptureOptions ALL = new CaptureOptions(true, true, true, true, true);
}
