package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.readers.xspace.ProfileStat;
import java.util.List;

/**
 * Properties that the events of one kind share.
 *
 * @param role their role in the trace
 * @param name the name in the file
 * @param nameId the name in the trace
 * @param signatureId their signature in the trace; -1 if not known
 * @param stackId their call stack in the trace; -1 if there is none
 * @param arguments their other values
 */
record EventType(Role role, String name, int nameId, int signatureId, int stackId, List<ProfileStat> arguments) {
    /** Role of the events in the trace. */
    enum Role {
        EVENT,
        ALLOCATION,
        DEALLOCATION,
        OUT_OF_MEMORY
    }
}
