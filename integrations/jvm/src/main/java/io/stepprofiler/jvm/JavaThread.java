package io.stepprofiler.jvm;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** A Java thread that an event happened on. */
record JavaThread(long id, String name) {

    /** @throws IllegalArgumentException if the event does not say which one it was */
    static JavaThread of(RecordedEvent event, String field) {
        RecordedThread thread = event.getThread(field);
        if (thread == null || thread.getJavaThreadId() <= 0) {
            throw new IllegalArgumentException(
                    "no Java thread in " + event.getEventType().getName());
        }
        String name = thread.getJavaName();
        long id = thread.getJavaThreadId();
        // As core calls them.
        return new JavaThread(id, name == null || name.isEmpty() ? "virtual-" + id : name);
    }

    /** Whether it works for the profiler or for the flight recorder. */
    boolean isOurs() {
        return name.startsWith("step-profiler-") || name.startsWith("JFR ");
    }
}
