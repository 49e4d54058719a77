package io.stepprofiler;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Handler of uncaught exceptions, called before the previously set default handler. */
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

    /** Stops listening; a handler that was set later may still call this one, which only forwards then. */
    @SuppressWarnings("ReferenceEquality") // Identity is meant.
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
            // A failure here must not keep the next handler from being called.
        }
        if (next != null) {
            next.uncaughtException(thread, thrown);
        } else {
            print(thread, thrown);
        }
    }

    /** Falls back to the virtual machine's behaviour without a handler. */
    private void print(Thread thread, Throwable thrown) {
        ThreadGroup group = thread.getThreadGroup();
        if (group == null) {
            return;
        }
        // Otherwise the group would call this handler again.
        Thread.setDefaultUncaughtExceptionHandler(null);
        try {
            group.uncaughtException(thread, thrown);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(this);
        }
    }
}
