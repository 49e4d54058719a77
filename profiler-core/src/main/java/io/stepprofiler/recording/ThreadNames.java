package io.stepprofiler.recording;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Names of threads in a trace. */
public final class ThreadNames {
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    private ThreadNames() {}

    /** Returns the thread's name; {@code virtual-<id>} or {@code thread-<id>} if it has none. */
    public static String nameOf(Thread thread) {
        String name = thread.getName();
        if (!name.isEmpty()) {
            return name;
        }
        return (isVirtual(thread) ? "virtual-" : "thread-") + thread.getId();
    }

    static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError("Thread.isVirtual() throws nothing", e);
        }
    }

    /** Returns {@code Thread.isVirtual()}, which Java has since 21; null before. */
    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
