package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import java.util.List;

/**
 * Key that all events of one row share.
 *
 * @param row the type of row
 * @param name the name; {@code [steps]} for step marks, {@code [memory]} and {@code [samples]} for memory and
 *     samples outside all events, {@code (other)} for groups beyond a limit
 * @param kind the kind of the events
 * @param domain the domain of markers, tasks and frames; empty if they have none, and for other kinds
 * @param device where the events ran: {@link Device.Type#CPU} for threads and lanes of activity sources
 * @param overload the overload; empty if not grouped by it, or if there is none
 * @param inputShapes the dimensions of the inputs as PyTorch writes them; empty if not grouped by them, or not known
 * @param stack the frames, innermost first; empty if not grouped by them, or not known
 * @param thread the name of the thread, lane or stream; empty if not grouped by it, or if it has none; of a stream {@code
 *     cuda:0 stream 7}
 */
public record GroupKey(
        Row row,
        String name,
        EventKind kind,
        String domain,
        Device.Type device,
        String overload,
        String inputShapes,
        List<StackTraceElement> stack,
        String thread) {
    /** Type of a row, by the events it sums up. */
    public enum Row {
        /** The events of one name. */
        EVENTS,
        /** All step marks. */
        STEPS,
        /** Memory events at times when no event was open on their thread. */
        MEMORY,
        /** Samples that were taken while no event was open on their thread. */
        SAMPLES,
        /** Waits of one name inside no other event and no step: their threads were idle. */
        IDLE,
        /** The groups beyond a limit. */
        OTHER
    }

    /**
     * Copies the stack.
     *
     * @param row the type of row
     * @param name the name
     * @param kind the kind of the events
     * @param domain the domain of markers, tasks and frames
     * @param device where the events ran
     * @param overload the overload
     * @param inputShapes the dimensions of the inputs
     * @param stack the frames, innermost first
     * @param thread the name of the thread, lane or stream
     */
    public GroupKey {
        stack = List.copyOf(stack);
    }

    /** True if its self time is part of the total for percentages: work and waiting for it, on threads. */
    boolean countsInTotal() {
        boolean isIdle = row == Row.IDLE || (row == Row.OTHER && kind == EventKind.WAIT);
        return !isIdle && kind != EventKind.VIRTUAL_MACHINE && kind != EventKind.PROFILER;
    }

    /** The row for this group if it is beyond the limit: groups outside the total have rows of their own. */
    GroupKey other() {
        EventKind shared = countsInTotal() ? EventKind.SCOPE : kind;
        return new GroupKey(Row.OTHER, "(other)", shared, "", device, "", "", List.of(), "");
    }
}
