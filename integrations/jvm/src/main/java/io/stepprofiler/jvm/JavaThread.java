package io.stepprofiler.jvm;

import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import org.jspecify.annotations.Nullable;

/** Java thread of an event. */
record JavaThread(long id, String name, String group) {
    private static final Set<String> SYSTEM_GROUPS = Set.of("system", "InnocuousThreadGroup");

    /** Thread of the profiler that the recorder does not name. */
    private static final JavaThread OURS = new JavaThread(0, "step-profiler-", "");

    /** Thread that began the program, which the virtual machine numbers first. */
    private static final JavaThread LAUNCHED = new JavaThread(1, "main", "main");

    private static final String MAIN_ARGUMENTS = "([Ljava/lang/String;)V";

    private static final Set<String> OF_JAVA_AND_PROFILER = Set.of("java.", "jdk.", "sun.", "io.stepprofiler.");

    /**
     * Returns the thread of an event. The recorder names no thread that starts while a recording begins, such as the
     * profiler's own: an event of such a thread without a method of the program is taken for one of the profiler. It
     * names no thread either that has ended before a recording in memory: the thread that began the program, which
     * shutdown hooks outlive, is known by its call stack.
     *
     * @throws IllegalArgumentException if the event has no Java thread, but a method of the program or no call stack
     */
    static JavaThread of(RecordedEvent event, String field) {
        RecordedThread thread = event.getThread(field);
        if (thread == null || thread.getJavaThreadId() <= 0) {
            if (isOfMain(event.getStackTrace())) {
                return LAUNCHED;
            }
            if (event.getStackTrace() != null
                    && isWithoutProgram(event.getStackTrace().getFrames().stream()
                            .map(frame -> frame.getMethod().getType().getName()))) {
                return OURS;
            }
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

    /** True if the outermost frame is a main method. */
    private static boolean isOfMain(@Nullable RecordedStackTrace stack) {
        if (stack == null || stack.isTruncated() || stack.getFrames().isEmpty()) {
            return false;
        }
        RecordedMethod outermost =
                stack.getFrames().get(stack.getFrames().size() - 1).getMethod();
        return outermost.getName().equals("main") && outermost.getDescriptor().equals(MAIN_ARGUMENTS);
    }

    /** True if all classes are of Java or of the profiler. */
    static boolean isWithoutProgram(Stream<String> classes) {
        return classes.allMatch(name -> OF_JAVA_AND_PROFILER.stream().anyMatch(name::startsWith));
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
