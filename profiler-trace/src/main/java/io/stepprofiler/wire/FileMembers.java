package io.stepprofiler.wire;

import java.util.Set;

/** Members of the outermost object of our Chrome traces. */
public final class FileMembers {
    /** Keys that we write, and keys that make viewers look for events in their values: metadata cannot have them. */
    public static final Set<String> RESERVED =
            Set.of(("schemaVersion deviceProperties trace_id record_shapes with_stack profile_memory with_modules "
                            + "with_flops distributedInfo host_name stepProfiler displayTimeUnit baseTimeNanoseconds "
                            + "traceEvents traceName metadata samples stackFrames systemTraceEvents")
                    .split(" ", -1));

    private FileMembers() {}
}
