package io.stepprofiler;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Handler of uncaught exceptions, before the one that was set so far. */
final class UncaughtHandler implements Thread.UncaughtExceptionHandler {
    private volatile @Nullable BiConsumer<Thread, Throwable> listener;
    private final Thread.@Nullable UncaughtExceptionHandler next;

    private UncaughtHandler(BiConsumer<Thread, Throwable> listener, Thread.@Nullable UncaughtExceptionHandler next) {
        this.listener = listener;
        this.next = next;
    }

    static UncaughtHandler install(BiConsumer<Thread, Throwable> listener) {
        UncaughtHandler installed = new UncaughtHandler(listener, Thread.getDefaultUncaughtExceptionHandler());
        Thread.setDefaultUncaughtExceptionHandler(installed);
        return installed;
    }

    /** Handles no more; a handler that was set before it meanwhile goes on calling it, in vain. */
    @SuppressWarnings("ReferenceEquality") // This one, not one like it.
    void uninstall() {
        listener = null;
        if (Thread.getDefaultUncaughtExceptionHandler() == this) {
            Thread.setDefaultUncaughtExceptionHandler(next);
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            BiConsumer<Thread, Throwable> hearing = listener;
            if (hearing != null) {
                hearing.accept(thread, thrown);
            }
        } catch (Throwable e) {
            // What happens next is not ours to prevent.
        }
        if (next != null) {
            next.uncaughtException(thread, thrown);
        } else {
            print(thread, thrown);
        }
    }

    /** Lets the virtual machine do what it does without a handler. */
    private void print(Thread thread, Throwable thrown) {
        ThreadGroup group = thread.getThreadGroup();
        if (group == null) {
            return;
        }
        // Else the group would ask this one again.
        Thread.setDefaultUncaughtExceptionHandler(null);
        try {
            group.uncaughtException(thread, thrown);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(this);
        }
    }
}
