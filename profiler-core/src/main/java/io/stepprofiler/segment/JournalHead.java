package io.stepprofiler.segment;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import java.util.Map;
import java.util.Optional;

/**
 * Head of a window as a journal keeps it.
 *
 * @param traceId id of its trace
 * @param process the process that is recorded
 * @param distributed which worker the process is, if it is known to be one
 * @param options what is recorded about each event
 * @param start where the window begins
 * @param metadata what every trace of the profile has
 * @param givesUpOld whether the oldest segments may be given up while the window goes on, as in a history; if not,
 *     segments that are missing at the beginning are lost
 */
public record JournalHead(
        String traceId,
        ProcessInfo process,
        Optional<DistributedInfo> distributed,
        CaptureOptions options,
        ClockAnchor start,
        Map<String, MetadataValue> metadata,
        boolean givesUpOld) {
    /**
     * Copies the metadata.
     *
     * @param traceId any text
     * @param process the process
     * @param distributed which worker
     * @param options what is recorded
     * @param start where the window begins
     * @param metadata in their order
     * @param givesUpOld whether old segments may be given up
     */
    public JournalHead {
        metadata = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(metadata));
    }
}
