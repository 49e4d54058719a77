package io.stepprofiler.segment;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import java.util.Map;
import java.util.Optional;

/**
 * Head of a window as a journal keeps it.
 *
 * @param traceId id of its trace
 * @param process the process that is recorded
 * @param distributed the process's worker info; empty if not known
 * @param options the details recorded about each event
 * @param start where the window begins
 * @param metadata metadata of every trace of the profile
 * @param givesUpOld whether the oldest segments may be discarded while the window is open, as in a history; if not,
 *     segments that are missing at the beginning are lost
 */
public record JournalHead(
        String traceId,
        ProcessInfo process,
        Optional<DistributedInfo> distributed,
        RecordingOptions options,
        ClockAnchor start,
        Map<String, MetadataValue> metadata,
        boolean givesUpOld) {
    /** Copies the metadata. */
    public JournalHead {
        metadata = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(metadata));
    }
}
