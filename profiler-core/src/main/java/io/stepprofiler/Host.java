package io.stepprofiler;

import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.MetadataValue;
import java.util.Map;

/** The running profile, as captures see it: they record in the gaps of its schedule. */
interface Host {
    /** What it is called. */
    String name();

    /** The number of the current step. */
    long stepNumber();

    /** Its schedule in words. */
    String schedule();

    /**
     * The schedule between whose windows others may record.
     *
     * @throws CaptureBusyException if there is none, with what can be done about it
     */
    Schedule scheduleForGuests();

    /** What every window of it says. */
    Map<String, MetadataValue> presetMetadata();
}
