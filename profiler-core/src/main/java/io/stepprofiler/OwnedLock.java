package io.stepprofiler;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Lock that knows which thread holds it. */
final class OwnedLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    /** Thread that holds it, or null. */
    @Nullable
    Thread owner() {
        return getOwner();
    }
}
