package io.stepprofiler.jvm;

import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import org.jspecify.annotations.Nullable;

/** A Java thread that an event happened on. */
record JavaThread(long id, String name, String group) {
    private static final Set<String> SYSTEM_GROUPS = Set.of("system", "InnocuousThreadGroup");

    /** @throws IllegalArgumentException if the event does not say which one it was */
    static JavaThread of(RecordedEvent event, String field) {
        RecordedThread thread = event.getThread(field);
        if (thread == null || thread.getJavaThreadId() <= 0) {
            throw new IllegalArgumentException(
                    "no Java thread in " + event.getEventType().getName());
        }
        String name = thread.getJavaName();
        long id = thread.getJavaThreadId();
        RecordedThreadGroup group = thread.getThreadGroup();
        return new JavaThread(
                id,
                // As core calls them.
                name == null || name.isEmpty() ? "virtual-" + id : name,
                group == null || group.getName() == null ? "" : group.getName());
    }

    /** Whether it works for the profiler, for the flight recorder, or for the virtual machine alone. */
    boolean isLeftOut() {
        return isOurs(name) || SYSTEM_GROUPS.contains(group);
    }

    /** Whether a thread with this name works for the profiler or for the flight recorder. */
    static boolean isOurs(@Nullable String name) {
        return name != null && (name.startsWith("step-profiler-") || name.startsWith("JFR "));
    }
}
