package io.stepprofiler.agent.djl;

import io.stepprofiler.agent.woven.WovenSteps;
import io.stepprofiler.djl.woven.WovenArrays;
import io.stepprofiler.djl.woven.WovenBlocks;
import io.stepprofiler.djl.woven.WovenEngineCalls;
import io.stepprofiler.djl.woven.WovenLoading;
import io.stepprofiler.djl.woven.WovenTraining;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** The code that becomes part of DJL's methods; none of it is called here. */
final class DjlAdvice {
    private DjlAdvice() {}

    /** Around the forward pass of a block. */
    static final class Block {
        @Advice.OnMethodEnter
        static @Nullable Object enter(@Advice.This Object block) {
            return WovenBlocks.enter(block);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object entered) {
            WovenBlocks.exit(entered);
        }
    }

    /** Around the forward pass of a model in training: a sign of training. */
    static final class Forward {
        @Advice.OnMethodEnter
        static long enter(@Advice.This Object trainer, @Advice.Argument(0) Object data) {
            WovenSteps.training(DjlWeaving.ORIGIN);
            return WovenTraining.enterForward(trainer, data);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long token, @Advice.This Object trainer) {
            WovenTraining.exitForward(token, trainer);
        }
    }

    /** The end of whatever phase has begun. */
    static final class PhaseEnd {
        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long token) {
            WovenTraining.exit(token);
        }
    }

    /** Before the forward pass of a model in validation. */
    static final class Evaluate {
        @Advice.OnMethodEnter
        static long enter(@Advice.This Object trainer) {
            return WovenTraining.enterEvaluate(trainer);
        }
    }

    /** Before the computation of a loss. */
    static final class Loss {
        @Advice.OnMethodEnter
        static long enter() {
            return WovenTraining.enterLoss();
        }
    }

    /** Before the backward pass. */
    static final class Backward {
        @Advice.OnMethodEnter
        static long enter() {
            return WovenTraining.enterBackward();
        }
    }

    /** Before the listeners of a trainer, which evaluate. */
    static final class Listeners {
        @Advice.OnMethodEnter
        static long enter() {
            return WovenTraining.enterMetrics();
        }
    }

    /** Around the update of parameters, whose end is the end of a step. */
    static final class Optimizer {
        @Advice.OnMethodEnter
        static long enter() {
            WovenSteps.enter(DjlWeaving.ORIGIN);
            return WovenTraining.enterOptimizer();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long token, @Advice.This Object trainer) {
            WovenTraining.exitOptimizer(token, trainer);
            WovenSteps.exit(DjlWeaving.ORIGIN);
        }
    }

    /** Around getting the batches of a dataset: a sign of training. */
    static final class Dataset {
        @Advice.OnMethodEnter
        static void enter() {
            WovenSteps.training(DjlWeaving.ORIGIN);
        }

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // What is assigned to it is what the method returns.
        static void exit(@Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Iterable<?> batches) {
            batches = WovenLoading.wrap(batches);
        }
    }

    /** Around asking for another batch. */
    static final class Loading {
        @Advice.OnMethodEnter
        static @Nullable Object enter(@Advice.This Object loader) {
            return WovenLoading.enter(loader);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object entered) {
            WovenLoading.exit(entered);
        }
    }

    /** Around getting a batch. */
    static final class LoadingBatch {
        @Advice.OnMethodEnter
        static @Nullable Object enter(@Advice.This Object loader) {
            return WovenLoading.enter(loader);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter @Nullable Object entered, @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object batch) {
            WovenLoading.exit(entered);
            WovenLoading.loaded(batch);
        }
    }

    /** Before making a batch, perhaps on a thread that does so ahead of time. */
    static final class Fetch {
        @Advice.OnMethodEnter
        static long enter() {
            return WovenLoading.enterFetch();
        }
    }

    /** After the evaluation of a batch. */
    static final class Evaluated {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) Object trainer) {
            WovenTraining.evaluated(trainer);
        }
    }

    /** Around an operation; its arguments are put together only if it is recorded. */
    static final class Operation {
        @Advice.OnMethodEnter
        static long enter(@Advice.Origin("#m") String name, @Advice.AllArguments Object[] arguments) {
            return WovenEngineCalls.isWanted() ? WovenEngineCalls.enter(name, arguments) : 0L;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long token) {
            WovenEngineCalls.exit(token);
        }
    }

    /** After an array has been made. */
    static final class Creation {
        @Advice.OnMethodExit
        static void exit(@Advice.This Object array) {
            WovenArrays.created(array);
        }
    }

    /** Before an array is closed. */
    static final class Closing {
        @Advice.OnMethodEnter
        static void enter(@Advice.This Object array) {
            WovenArrays.closing(array);
        }
    }
}
