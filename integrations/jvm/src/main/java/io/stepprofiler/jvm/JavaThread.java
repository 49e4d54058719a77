package io.stepprofiler.jvm;

import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import org.jspecify.annotations.Nullable;

/** Java thread of an event. */
record JavaThread(long id, String name, String group) {
    private static final Set<String> SYSTEM_GROUPS = Set.of("system", "InnocuousThreadGroup");

    /** @throws IllegalArgumentException if the event has no Java thread */
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
                // The name that core gives virtual threads.
                name == null || name.isEmpty() ? "virtual-" + id : name,
                group == null || group.getName() == null ? "" : group.getName());
    }

    /** True for threads of the profiler, of the flight recorder, and of the virtual machine itself. */
    boolean isLeftOut() {
        return isOurs(name) || SYSTEM_GROUPS.contains(group);
    }

    /** True if the name is of a thread of the profiler or of the flight recorder. */
    static boolean isOurs(@Nullable String name) {
        return name != null && (name.startsWith("step-profiler-") || name.startsWith("JFR "));
    }
}
