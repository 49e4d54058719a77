package io.stepprofiler.agent.program;

import kotlin.coroutines.Continuation;

/** Methods of the shape that Kotlin's compiler gives to suspending functions and lambdas. */
public final class Suspending {
    private Suspending() {}

    /** {@code suspend fun train(batch: Int)}. */
    public static Object train(int batch, Continuation<Object> completion) {
        return completion;
    }

    /** {@code fun evaluate(batch: Int)}. */
    public static Object evaluate(int batch) {
        return batch;
    }

    /** Class of a suspending lambda. */
    public static final class Lambda {
        /** Begins or goes on with the lambda. */
        public Object invokeSuspend(Object result) {
            return result;
        }
    }
}
