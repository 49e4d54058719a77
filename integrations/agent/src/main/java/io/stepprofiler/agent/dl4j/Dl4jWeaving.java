package io.stepprofiler.agent.dl4j;

import io.stepprofiler.agent.weaving.ScopeAdvice;
import io.stepprofiler.agent.weaving.Weaving;
import io.stepprofiler.agent.woven.WovenLoaders;
import io.stepprofiler.agent.woven.WovenModules;
import io.stepprofiler.agent.woven.WovenSteps;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.deeplearning4j.nn.api.Model;
import org.jspecify.annotations.Nullable;

/**
 * Weaving of training with Deeplearning4j: each iteration is a step, with its phases {@code forward}, {@code loss},
 * {@code backward} and {@code optimizer}, the loading of data, and the network and its layers as modules.
 */
public final class Dl4jWeaving implements Weaving {
    /** Origin of these steps. */
    static final String ORIGIN = "dl4j";

    private static final Set<String> NETWORKS = Set.of(
            "org.deeplearning4j.nn.multilayer.MultiLayerNetwork", "org.deeplearning4j.nn.graph.ComputationGraph");
    private static final String SOLVER = "org.deeplearning4j.optimize.Solver";
    private static final String OPTIMIZER = "org.deeplearning4j.optimize.solvers.BaseOptimizer";
    private static final String STEP_FUNCTIONS = "org.deeplearning4j.optimize.stepfunctions.";
    private static final String LAYERS = "org.deeplearning4j.nn.layers.";

    /** Weaves all of Deeplearning4j. */
    public Dl4jWeaving() {}

    @Override
    public String name() {
        return ORIGIN;
    }

    @Override
    public boolean weaves(String type) {
        return isTraining(type) || isLoader(type);
    }

    private static boolean isTraining(String name) {
        return NETWORKS.contains(name)
                || name.equals(SOLVER)
                || name.equals(OPTIMIZER)
                || name.startsWith(STEP_FUNCTIONS)
                || name.startsWith(LAYERS);
    }

    private static boolean isLoader(String name) {
        return name.endsWith("Iterator")
                && (name.startsWith("org.nd4j.linalg.dataset.") || name.startsWith("org.deeplearning4j.datasets."));
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        String name = type.getName();
        if (type.isInterface()) {
            return builder;
        }
        if (NETWORKS.contains(name)) {
            return builder.visit(
                            Advice.to(AtTraining.class).on(ScopeAdvice.written().and(ElementMatchers.named("fit"))))
                    .visit(ScopeAdvice.scopes(ElementMatchers.namedIgnoreCase("ffToLayerActivationsInWs"), "forward"))
                    .visit(ScopeAdvice.scopes(ElementMatchers.named("calcBackpropGradients"), "backward"))
                    .visit(Advice.to(AroundNetwork.class)
                            .on(ScopeAdvice.written()
                                    .and(ElementMatchers.named("output")
                                            .or(ElementMatchers.named("computeGradientAndScore")))));
        } else if (name.equals(SOLVER)) {
            return builder.visit(
                    Advice.to(AroundIteration.class).on(ScopeAdvice.written().and(ElementMatchers.named("optimize"))));
        } else if (name.equals(OPTIMIZER)) {
            return builder.visit(
                    ScopeAdvice.scopes(ElementMatchers.named("updateGradientAccordingToParams"), "optimizer"));
        } else if (name.startsWith(STEP_FUNCTIONS)) {
            return builder.visit(ScopeAdvice.scopes(
                    ElementMatchers.named("step").and(ElementMatchers.takesArguments(2)), "optimizer"));
        } else if (name.startsWith(LAYERS)) {
            return builder.visit(Advice.to(BeforeForward.class, AfterPass.class)
                            .on(ScopeAdvice.written().and(forward())))
                    .visit(Advice.to(BeforeBackward.class, AfterPass.class)
                            .on(ScopeAdvice.written().and(backward())))
                    .visit(ScopeAdvice.scopes(ElementMatchers.named("computeScore"), "loss"));
        }
        return builder.visit(Advice.to(AroundLoading.class)
                .on(ScopeAdvice.written()
                        .and(ElementMatchers.isPublic())
                        .and(ElementMatchers.named("hasNext").or(ElementMatchers.named("next")))));
    }

    /** Matches forward passes; recurrent layers have a separate one for truncated BPTT. */
    private static ElementMatcher<MethodDescription> forward() {
        // Not a constant: a program that has no such class does not load matchers, which takes a tenth of a second.
        return ElementMatchers.<MethodDescription>named("activate")
                .and(ElementMatchers.takesArguments(2))
                .and(ElementMatchers.takesArgument(0, boolean.class))
                .or(ElementMatchers.named("rnnActivateUsingStoredState"));
    }

    private static ElementMatcher<MethodDescription> backward() {
        return ElementMatchers.<MethodDescription>named("backpropGradient")
                .and(ElementMatchers.takesArguments(2))
                .or(ElementMatchers.named("tbpttBackpropGradient"));
    }

    /** Advice at the beginning of training. */
    private static final class AtTraining {
        @Advice.OnMethodEnter
        static void enter() {
            WovenSteps.training(ORIGIN);
        }
    }

    /** Advice around the computation of a whole network. */
    private static final class AroundNetwork {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static @Nullable Object enter(@Advice.This Object network) {
            return WovenModules.isWanted()
                    ? WovenModules.forward(network, network.getClass().getSimpleName())
                    : null;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object opened) {
            WovenModules.close(opened);
        }
    }

    /** Advice around one iteration. */
    private static final class AroundIteration {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static void enter(@Advice.FieldValue("model") Object model) {
            if (WovenModules.isWanted()) {
                WovenSteps.batch(((Model) model).batchSize());
            }
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit() {
            WovenSteps.end(ORIGIN);
        }
    }

    /** Advice around the loading of a batch. */
    private static final class AroundLoading {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static @Nullable Object enter(@Advice.This Object loader) {
            return WovenLoaders.begin(loader);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object begun) {
            WovenLoaders.end(begun);
        }
    }
}
