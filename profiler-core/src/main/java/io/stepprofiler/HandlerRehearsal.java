package io.stepprofiler;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Lets handlers do their work with a made-up trace, once a process for each class of them, so that the first window is
 * not written by code that has to be loaded. Only once: more would make the virtual machine compile that code, on threads
 * that take the processor from the training, while windows are written on threads of low priority.
 */
record HandlerRehearsal(List<TraceHandler> handlers, Trace trace) implements Runnable {
    private static final Set<Class<?>> REHEARSED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Those of some handlers that have something to rehearse and have not. */
    static List<TraceHandler> due(List<TraceHandler> handlers) {
        return handlers.stream()
                .map(HandlerRehearsal::worker)
                .filter(HandlerRehearsal::rehearses)
                .filter(handler -> REHEARSED.add(handler.getClass()))
                .toList();
    }

    private static TraceHandler worker(TraceHandler handler) {
        try {
            return Objects.requireNonNullElse(handler.unwrapped(), handler);
        } catch (RuntimeException | LinkageError e) {
            return handler;
        }
    }

    private static boolean rehearses(TraceHandler handler) {
        try {
            return handler.getClass().getMethod("rehearse", Trace.class).getDeclaringClass() != TraceHandler.class;
        } catch (NoSuchMethodException | LinkageError | SecurityException e) {
            return false;
        }
    }

    @Override
    public void run() {
        handlers.forEach(this::rehearse);
    }

    private void rehearse(TraceHandler handler) {
        try {
            handler.rehearse(trace);
        } catch (Throwable e) {
            // If it is more than the rehearsal that fails, the first window will show it.
        }
    }
}
