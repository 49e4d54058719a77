package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.MemoryEvents;
import java.util.List;

/** The data that categories are inferred from. */
record CategoryEvidence(
        MemoryEvents events,
        MemoryEventContext surroundings,
        Allocations allocations,
        Operations operations,
        MadeInside made,
        DataFlow flow) {
    List<TrackTree> trees() {
        return surroundings.trees();
    }
}
