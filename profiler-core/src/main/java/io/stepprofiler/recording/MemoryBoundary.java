package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/**
 * Boundary that an {@link OutOfMemoryError} does not pass: the training program meets the error itself, and threads of
 * the profiler live on. // R7
 *
 * <p>Work and loss are constants that get their arguments here: a lambda that captures them would need memory outside of
 * the boundary.
 */
public final class MemoryBoundary {
    /** Work that needs memory. */
    public interface Work<A, B, C, R> {
        @Nullable
        R with(A first, B second, C third, long number, long other);
    }

    /** Counts what is lost, without memory. */
    public interface Loss<A> {
        void of(A first, OutOfMemoryError lack);
    }

    /** Nothing is lost: it can be done later. */
    public static final Loss<Object> NOTHING = (first, lack) -> {};

    private static final Work<String, Runnable, Object, Thread> START = (name, work, none, number, other) -> {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    };

    private static final Work<Operation<Object, Object, Object>, Object, Object, Object> RUN =
            (operation, subject, argument, first, second) -> operation.run(subject, argument, first, second);

    private MemoryBoundary() {}

    /** Work of a recorder, which is a constant, too. */
    interface Operation<S, A, R> {
        /** Returns the result, which is never null. */
        R run(S subject, A argument, long first, long second);
    }

    /** Runs an operation; null if the heap is full, which the caller counts. */
    @SuppressWarnings("unchecked") // The result is of the operation.
    static <S, A, R> @Nullable R run(Operation<S, A, R> operation, S subject, A argument, long first, long second) {
        return (R)
                within(RUN, NOTHING, (Operation<Object, Object, Object>) operation, subject, argument, first, second);
    }

    /** Runs an operation that needs its subject only. */
    static <S, R> @Nullable R run(Operation<S, S, R> operation, S subject) {
        return run(operation, subject, subject, 0, 0);
    }

    /** Returns what the work returns; null if there was no memory for it. */
    @SuppressWarnings("NullAway") // Work that uses no second or third argument gets null.
    public static <A, B, C, R> @Nullable R within(
            Work<A, B, C, R> work,
            Loss<? super A> loss,
            A first,
            @Nullable B second,
            @Nullable C third,
            long number,
            long other) {
        try {
            return work.with(first, second, third, number, other);
        } catch (OutOfMemoryError e) {
            loss.of(first, e);
            return null;
        }
    }

    /** Starts a daemon thread, unless there is no memory for one: its work can be done later, too. */
    public static void start(String name, Runnable work) {
        within(START, NOTHING, name, work, null, 0, 0);
    }
}
