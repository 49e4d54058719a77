package io.stepprofiler.agent.weaving;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How often one {@link Weaving} has been applied so far. Safe on any thread. */
public final class WeavingStatus {
    private final String name;
    private final AtomicInteger woven = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();

    WeavingStatus(String name) {
        this.name = name;
    }

    void addWoven() {
        woven.incrementAndGet();
    }

    /** Answers whether this is the first failure. */
    boolean addFailed(String type, Throwable cause) {
        failed.incrementAndGet();
        return firstFailure.compareAndSet(null, type + ": " + cause);
    }

    /** {@return the name of the weaving} */
    public String name() {
        return name;
    }

    /** {@return how many classes were woven} */
    public int woven() {
        return woven.get();
    }

    /** {@return how many classes could not be woven, and are as they were} */
    public int failed() {
        return failed.get();
    }

    /** {@return name and counts, and why the first class failed that did, if any} */
    @Override
    public String toString() {
        String text = name + " " + woven + (woven.get() == 1 ? " class" : " classes");
        return failed.get() == 0 ? text : text + ", " + failed + " could not be woven (" + firstFailure.get() + ")";
    }
}
