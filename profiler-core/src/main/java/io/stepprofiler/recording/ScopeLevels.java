package io.stepprofiler.recording;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.Arrays;

/**
 * Nesting levels of a thread, each with its scope object, which is open or was last.
 *
 * <p>A superclass of the recorder rather than a part of it, because a part would cost one more load in each scope.
 */
abstract class ScopeLevels {
    private static final int FIRST_LEVELS = 4;

    private static final Operation<ScopeLevels, ScopeLevels, Boolean> MORE = (levels, same, a, b) -> levels.add();
    private static final Operation<ScopeLevels, ScopeLevels, Boolean> REPLACE =
            (levels, same, a, b) -> levels.replace((int) a);

    // R1: one object per level, not per scope.
    OpenScope[] levels = {};
    int depth;

    /** Creates a scope object. */
    abstract OpenScope newScope(int level);

    /** Counts an event that is dropped. */
    abstract void drop(DropCause cause);

    /** Makes room for one more level, or drops the scope; first takes back levels that other threads have closed. */
    final boolean makeLevel() {
        int top = depth;
        while (top > 0 && levels[top - 1].token == 0) {
            top--;
        }
        if (top < depth) {
            abandonFrom(top);
            return true;
        }
        if (levels.length >= Limits.MAX_NESTING) {
            drop(DropCause.NESTING_LIMIT);
            return false;
        }
        if (MemoryBoundary.run(MORE, this) == null) {
            drop(DropCause.OUT_OF_MEMORY);
            return false;
        }
        return true;
    }

    private boolean add() {
        int level = levels.length;
        OpenScope[] grown = Arrays.copyOf(levels, Math.min(Math.max(level * 2, FIRST_LEVELS), Limits.MAX_NESTING));
        for (; level < grown.length; level++) {
            grown[level] = newScope(level);
        }
        levels = grown;
        return true;
    }

    /**
     * Leaves the levels from {@code first} on, with new scope objects, because the program still refers to the open
     * ones; if the heap is full, their objects are used again, like the ones of closed scopes.
     */
    final void abandonFrom(int first) {
        MemoryBoundary.run(REPLACE, this, this, first, 0);
        depth = first;
    }

    private boolean replace(int first) {
        for (int level = first; level < depth; level++) {
            levels[level] = newScope(level);
        }
        return true;
    }

    /** True if a scope inside {@code level} is open; a scope that another thread closed is not. */
    final boolean isAnyOpenAbove(int level) {
        for (int above = level + 1; above < depth; above++) {
            if (levels[above].token != 0) {
                return true;
            }
        }
        return false;
    }
}
