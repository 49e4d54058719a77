package io.stepprofiler.agent.djl;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.stepprofiler.agent.weaving.ScopeAdvice;
import io.stepprofiler.agent.weaving.Weaving;
import io.stepprofiler.agent.woven.WovenSteps;
import io.stepprofiler.djl.training.PhaseNames;
import io.stepprofiler.djl.woven.WovenArrays;
import io.stepprofiler.djl.woven.WovenBlocks;
import io.stepprofiler.djl.woven.WovenLoading;
import io.stepprofiler.djl.woven.WovenTraining;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Weaving of DJL: blocks, the phases of trainers, data loading, and the arrays of the PyTorch engine. Each {@code
 * Trainer.step()} is the end of a step.
 *
 * <p>Blocks that do not extend {@code AbstractBaseBlock}, losses that the program implements itself, and the engine's
 * work inside one call are not recorded.
 */
public final class DjlWeaving implements Weaving {
    /** Origin of the steps of DJL. */
    static final String ORIGIN = "djl";

    private static final String PACKAGES = "ai.djl.";
    private static final String TRAINER = "ai.djl.training.Trainer";
    private static final String BLOCK = "ai.djl.nn.AbstractBaseBlock";
    private static final String BATCHES = "ai.djl.training.dataset.DataIterable";
    private static final String EVALUATORS = "ai.djl.training.listener.EvaluatorTrainingListener";
    private static final String ARRAY = "ai.djl.pytorch.engine.PtNDArray";

    private final boolean arrays;

    /**
     * Weaves all of DJL but operations.
     *
     * @param arrays whether arrays are reported, for memory profiling
     */
    public DjlWeaving(boolean arrays) {
        this.arrays = arrays;
    }

    @Override
    public String name() {
        return ORIGIN;
    }

    @Override
    public boolean weaves(String type) {
        return type.startsWith(PACKAGES)
                && (type.equals(BLOCK)
                        || type.equals(TRAINER)
                        || type.equals(EVALUATORS)
                        || (arrays && type.equals(ARRAY))
                        || isDataIterable(type)
                        || isLoss(type)
                        || isGradientCollector(type));
    }

    /** Includes subclasses, which also make batches. */
    private static boolean isDataIterable(String type) {
        return type.startsWith("ai.djl.training.dataset.") && type.endsWith("DataIterable");
    }

    private static boolean isLoss(String type) {
        return type.startsWith("ai.djl.training.loss.");
    }

    private static boolean isGradientCollector(String type) {
        return type.endsWith("GradientCollector");
    }

    @Override
    public boolean callsNameFramework() {
        return true;
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        String name = type.getName();
        if (type.isInterface()) {
            return builder;
        }
        return switch (name) {
            case BLOCK ->
                builder.visit(advice(AroundBlock.class, named("forward").and(takesArguments(4))));
            case TRAINER ->
                builder.visit(advice(AroundForward.class, named("forward")))
                        .visit(advice(AroundEvaluation.class, named("evaluate")))
                        .visit(advice(AroundStep.class, named("step")))
                        .visit(ScopeAdvice.scopes(named("notifyListeners"), PhaseNames.METRICS))
                        .visit(advice(AroundDataset.class, named("iterateDataset")));
            case EVALUATORS -> builder.visit(advice(AfterBatch.class, named("onTrainingBatch")));
            case ARRAY ->
                builder.visit(Advice.to(AfterCreation.class).on(isConstructor()))
                        .visit(advice(BeforeClosing.class, named("close")));
            default -> isDataIterable(name) ? loading(builder, name) : computing(builder, name);
        };
    }

    private static DynamicType.Builder<?> loading(DynamicType.Builder<?> builder, String type) {
        DynamicType.Builder<?> fetching = builder.visit(ScopeAdvice.scopes(named("fetch"), "fetch batch"));
        return type.equals(BATCHES)
                ? fetching.visit(advice(AroundLoading.class, named("hasNext")))
                        .visit(advice(AroundLoading.class, named("next")))
                        .visit(advice(AfterLoading.class, named("next")))
                : fetching;
    }

    private static DynamicType.Builder<?> computing(DynamicType.Builder<?> builder, String type) {
        return builder.visit(
                isLoss(type)
                        ? ScopeAdvice.scopes(named("evaluate").and(takesArguments(2)), "loss")
                        : ScopeAdvice.scopes(named("backward").and(takesArguments(1)), "backward"));
    }

    private static AsmVisitorWrapper advice(Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return Advice.to(advice).on(ScopeAdvice.written().and(methods));
    }

    /** Advice around the forward pass of a block. */
    private static final class AroundBlock {
        @Advice.OnMethodEnter
        static @Nullable Object enter(@Advice.This Object block) {
            return WovenBlocks.enter(block);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter @Nullable Object entered) {
            WovenBlocks.exit(entered);
        }
    }

    /** Advice around the forward pass of a model in training. */
    private static final class AroundForward {
        @Advice.OnMethodEnter
        static long enter(@Advice.This Object trainer, @Advice.Argument(0) Object data) {
            WovenSteps.training(ORIGIN);
            return WovenTraining.enterForward(trainer, data);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter long token, @Advice.This Object trainer) {
            WovenTraining.exitForward(token, trainer);
        }
    }

    /** Advice around the forward pass of a model in validation. */
    private static final class AroundEvaluation {
        @Advice.OnMethodEnter
        static long enter(@Advice.This Object trainer) {
            return WovenTraining.enterEvaluate(trainer);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter long token) {
            WovenTraining.exit(token);
        }
    }

    /** Advice around the update of parameters, whose end is the end of a step. */
    private static final class AroundStep {
        @Advice.OnMethodEnter
        static long enter() {
            WovenSteps.enter(ORIGIN);
            return WovenTraining.enterOptimizer();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter long token, @Advice.This Object trainer) {
            WovenTraining.exitOptimizer(token, trainer);
            WovenSteps.exit(ORIGIN);
        }
    }

    /** Advice around a trainer's request for the batches of a dataset. */
    private static final class AroundDataset {
        @Advice.OnMethodEnter
        static void enter() {
            WovenSteps.training(ORIGIN);
        }

        @Advice.OnMethodExit(backupArguments = false)
        @SuppressWarnings("UnusedVariable") // Assigns the result of the woven method.
        static void exit(@Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Iterable<?> batches) {
            batches = WovenLoading.wrap(batches);
        }
    }

    /** Advice around {@code hasNext} and {@code next} of a batch iterator. */
    private static final class AroundLoading {
        @Advice.OnMethodEnter
        static @Nullable Object enter(@Advice.This Object loader) {
            return WovenLoading.enter(loader);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter @Nullable Object entered) {
            WovenLoading.exit(entered);
        }
    }

    /** Advice after a batch has been loaded. */
    private static final class AfterLoading {
        @Advice.OnMethodExit(backupArguments = false)
        static void exit(@Advice.Return Object batch) {
            WovenLoading.loaded(batch);
        }
    }

    /** Advice after a trainer's evaluation of a batch. */
    private static final class AfterBatch {
        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) Object trainer) {
            WovenTraining.evaluated(trainer);
        }
    }

    /** Advice after an array has been made. */
    private static final class AfterCreation {
        @Advice.OnMethodExit(backupArguments = false)
        static void exit(@Advice.This Object array) {
            WovenArrays.created(array);
        }
    }

    /** Advice before an array is closed. */
    private static final class BeforeClosing {
        @Advice.OnMethodEnter
        static void enter(@Advice.This Object array) {
            WovenArrays.closing(array);
        }
    }
}
