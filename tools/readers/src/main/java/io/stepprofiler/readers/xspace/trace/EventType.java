package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.readers.xspace.ProfileStat;
import java.util.List;

/**
 * What the events of one kind have in common.
 *
 * @param role what becomes of them
 * @param name the name in the file
 * @param nameId the name in the trace
 * @param signatureId what they were called with, in the trace; -1 if not known
 * @param stackId their call stack in the trace; -1 if there is none
 * @param arguments what else is known of all of them
 */
record EventType(Role role, String name, int nameId, int signatureId, int stackId, List<ProfileStat> arguments) {
    /** What becomes of the events. */
    enum Role {
        EVENT,
        ALLOCATION,
        DEALLOCATION,
        OUT_OF_MEMORY
    }
}
