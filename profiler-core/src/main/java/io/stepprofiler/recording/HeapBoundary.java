package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/** Boundary of a full heap on the program's threads: recording takes memory only inside it. */
final class HeapBoundary {
    /**
     * Operation that may need memory. Operations are constants which get all they need as arguments: a lambda that
     * captures something would need memory before it runs.
     */
    interface Operation<S, A, R> {
        /** Returns the result, which is never null. */
        R run(S subject, A argument, long first, long second);
    }

    private HeapBoundary() {}

    /** Runs an operation; null if the heap is full, which the caller counts. */
    static <S, A, R> @Nullable R run(Operation<S, A, R> operation, S subject, A argument, long first, long second) {
        try {
            return operation.run(subject, argument, first, second);
        } catch (OutOfMemoryError e) {
            return null; // R7: the program meets the error itself.
        }
    }

    /** Runs an operation that needs its subject only. */
    static <S, R> @Nullable R run(Operation<S, S, R> operation, S subject) {
        return run(operation, subject, subject, 0, 0);
    }
}
