package io.stepprofiler;

import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.MetadataValue;
import java.util.Map;

/** Running profile, as seen by captures, which record at idle steps of its schedule. */
interface Host {
    /** Name of the profile. */
    String name();

    /** Number of the current step. */
    long stepNumber();

    /** Flags of the current step: bits of {@link io.stepprofiler.ledger.StepFlag}. */
    int stepFlags();

    /** Description of the schedule. */
    String schedule();

    /**
     * Schedule whose idle steps captures may use.
     *
     * @throws CaptureBusyException if there is none; the message gives a remedy
     */
    Schedule scheduleForGuests();

    /** Metadata of every window of the profile. */
    Map<String, MetadataValue> presetMetadata();
}
