package io.stepprofiler.agent.weaving;

import io.stepprofiler.amount.Amount;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Number of classes that one {@link Weaving} has been applied to so far. A class counts once, even if it is transformed
 * again, as any agent may request. Safe on any thread.
 */
public final class WeavingStatus {
    /** Names of classes by loader, which is held weakly. */
    private static final class Classes {
        private final Map<ClassLoader, Set<String>> all = new WeakHashMap<>();
        private int count;

        synchronized void add(ClassLoader loader, String type) {
            if (all.computeIfAbsent(loader, any -> new HashSet<>()).add(type)) {
                count++;
            }
        }

        synchronized int count() {
            return count;
        }
    }

    private final String name;
    private final Classes woven = new Classes();
    private final Classes failed = new Classes();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

    WeavingStatus(String name) {
        this.name = name;
    }

    void addWoven(ClassLoader loader, String type) {
        woven.add(loader, type);
    }

    /** Returns whether this is the first failure. */
    boolean addFailed(ClassLoader loader, String type, Throwable cause) {
        failed.add(loader, type);
        return firstFailure.compareAndSet(null, type + ": " + cause);
    }

    /** {@return the name of the weaving} */
    public String name() {
        return name;
    }

    /** {@return the number of woven classes} */
    public int woven() {
        return woven.count();
    }

    /** {@return the number of classes that could not be woven, and are unchanged} */
    public int failed() {
        return failed.count();
    }

    /** {@return name and counts, and the first failure, if any} */
    @Override
    public String toString() {
        String text = name + " " + Amount.count(woven(), "class", "classes");
        return failed() == 0 ? text : text + ", " + failed() + " could not be woven (" + firstFailure.get() + ")";
    }
}
