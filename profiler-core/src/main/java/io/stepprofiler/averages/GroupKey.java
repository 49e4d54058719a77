package io.stepprofiler.averages;

import io.stepprofiler.trace.Device;
import io.stepprofiler.trace.EventKind;
import java.util.List;

/**
 * What the events of one row have in common.
 *
 * @param row what the row is made of
 * @param name the name; {@code ProfilerStep*} for step marks, {@code [memory]} for memory outside all events,
 *     {@code (other)} for groups beyond a limit
 * @param kind what sort of thing the name stands for
 * @param device where the events ran: {@link Device.Type#CPU} for threads and lanes of activity sources
 * @param overload the overload; empty if not grouped by it, or if there is none
 * @param inputShapes the dimensions of the inputs as PyTorch writes them; empty if not grouped by them, or not known
 * @param stack the frames, innermost first; empty if not grouped by them, or not known
 * @param thread the name of the thread, lane or stream; empty if not grouped by it, or if it has none
 */
public record GroupKey(
        Row row,
        String name,
        EventKind kind,
        Device.Type device,
        String overload,
        String inputShapes,
        List<StackTraceElement> stack,
        String thread) {
    /** What a row is made of. */
    public enum Row {
        /** The events of one name. */
        EVENTS,
        /** All step marks. */
        STEPS,
        /** Memory events during which no event was open on their thread. */
        MEMORY,
        /** The groups for which there was no room. */
        OTHER
    }

    /**
     * Copies the stack.
     *
     * @param row what the row is made of
     * @param name the name
     * @param kind what sort of thing the name stands for
     * @param device where the events ran
     * @param overload the overload
     * @param inputShapes the dimensions of the inputs
     * @param stack the frames, innermost first
     * @param thread the name of the thread, lane or stream
     */
    public GroupKey {
        stack = List.copyOf(stack);
    }

    /** {@return the row of the groups of one sort of device for which there was no room} */
    static GroupKey other(Device.Type device) {
        return new GroupKey(Row.OTHER, "(other)", EventKind.SCOPE, device, "", "", List.of(), "");
    }
}
