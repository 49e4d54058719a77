package io.stepprofiler.segment;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.trace.MetadataValue;
import java.util.Map;

/**
 * End of a window as a journal keeps it.
 *
 * @param end where the window ends
 * @param partial whether it ended before it had all its steps
 * @param metadata metadata of this window's trace
 */
public record JournalEnd(ClockAnchor end, boolean partial, Map<String, MetadataValue> metadata) {
    /** Copies the metadata. */
    public JournalEnd {
        metadata = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(metadata));
    }
}
