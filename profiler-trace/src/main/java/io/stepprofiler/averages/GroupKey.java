package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import java.util.List;

/** Key that all events of one row share. Immutable; keys with equal properties are equal. */
public sealed interface GroupKey permits GroupProperties {
    /** Type of a row, by the events it sums up. */
    enum Row {
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

    /** {@return the type of row} */
    Row row();

    /**
     * {@return the name; {@code [steps]} for step marks, {@code [memory]} and {@code [samples]} for memory and samples
     * outside all events, {@code (other)} for groups beyond a limit}
     */
    String name();

    /** {@return the kind of the events} */
    EventKind kind();

    /** {@return the domain of markers, tasks and frames; empty if they have none, and for other kinds} */
    String domain();

    /** {@return where the events ran: {@link Device.Type#CPU} for threads and lanes of activity sources} */
    Device.Type device();

    /** {@return the overload; empty if not grouped by it, or if there is none} */
    String overload();

    /** {@return the dimensions of the inputs as PyTorch writes them; empty if not grouped by them, or not known} */
    String inputShapes();

    /** {@return the frames, innermost first; empty if not grouped by them, or not known} */
    List<StackTraceElement> stack();

    /**
     * {@return the name of the thread, lane or stream; empty if not grouped by it, or if it has none; of a stream
     * {@code cuda:0 stream 7}}
     */
    String thread();
}
