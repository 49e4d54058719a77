package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import java.util.List;

/** Properties of a group. */
record GroupProperties(
        Row row,
        String name,
        EventKind kind,
        String domain,
        Device.Type device,
        String overload,
        String inputShapes,
        List<StackTraceElement> stack,
        String thread)
        implements GroupKey {
    GroupProperties {
        stack = List.copyOf(stack);
    }

    /** True if the self time of a group is part of the total for percentages: work and waiting for it, on threads. */
    static boolean countInTotal(GroupKey key) {
        boolean isIdle = key.row() == Row.IDLE || (key.row() == Row.OTHER && key.kind() == EventKind.WAIT);
        return !isIdle && key.kind() != EventKind.VIRTUAL_MACHINE && key.kind() != EventKind.PROFILER;
    }

    /** The row for a group that is beyond the limit: groups outside the total have rows of their own. */
    static GroupKey other(GroupKey key) {
        EventKind shared = countInTotal(key) ? EventKind.SCOPE : key.kind();
        return new GroupProperties(Row.OTHER, "(other)", shared, "", key.device(), "", "", List.of(), "");
    }
}
