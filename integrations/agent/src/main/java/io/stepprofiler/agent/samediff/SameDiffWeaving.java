package io.stepprofiler.agent.samediff;

import io.stepprofiler.agent.weaving.ScopeAdvice;
import io.stepprofiler.agent.weaving.Weaving;
import io.stepprofiler.agent.woven.WovenModules;
import io.stepprofiler.agent.woven.WovenSteps;
import io.stepprofiler.analysis.functions.CompileTimes;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Weaving of SameDiff: each execution of a graph is a module {@code SameDiff}, with a module for each node in it, by
 * its own name; each iteration of a training is a step, and deriving the gradients is the building of a graph.
 */
public final class SameDiffWeaving implements Weaving {
    /** Origin of these steps. */
    static final String ORIGIN = "samediff";

    private static final String GRAPH = "org.nd4j.autodiff.samediff.SameDiff";
    private static final String INTERNAL = "org.nd4j.autodiff.samediff.internal.";
    private static final String SESSION = INTERNAL + "AbstractSession";
    private static final String INFERENCE = INTERNAL + "InferenceSession";
    private static final String TRAINING = INTERNAL + "TrainingSession";

    /** Weaves all of SameDiff. */
    public SameDiffWeaving() {}

    @Override
    public String name() {
        return ORIGIN;
    }

    @Override
    public boolean weaves(String type) {
        return type.equals(GRAPH) || type.equals(SESSION) || type.equals(INFERENCE) || type.equals(TRAINING);
    }

    /** Matches the overload that the other one calls. */
    private static ElementMatcher<MethodDescription> gradients() {
        return ElementMatchers.<MethodDescription>named("createGradFunction").and(ElementMatchers.takesArguments(1));
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        return switch (type.getName()) {
            case GRAPH ->
                builder.visit(Advice.to(AtTraining.class)
                                .on(ScopeAdvice.written().and(ElementMatchers.named("fitHelper"))))
                        .visit(ScopeAdvice.scopes(gradients(), CompileTimes.GRAPH_BUILDING + " (gradients)"));
            case TRAINING ->
                builder.visit(Advice.to(AroundIteration.class)
                        .on(ScopeAdvice.written().and(ElementMatchers.named("trainingIteration"))));
            case SESSION ->
                builder.visit(
                        Advice.to(AroundGraph.class).on(ScopeAdvice.written().and(ElementMatchers.named("output"))));
            default ->
                builder.visit(Advice.to(BeforeNode.class, AfterNode.class)
                        .on(ScopeAdvice.written().and(ElementMatchers.named("doExec"))));
        };
    }

    /** Advice at the beginning of training. */
    private static final class AtTraining {
        @Advice.OnMethodEnter
        static void enter() {
            WovenSteps.training(ORIGIN);
        }
    }

    /** Advice around one iteration. */
    private static final class AroundIteration {
        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit() {
            WovenSteps.end(ORIGIN);
        }
    }

    /** Advice around the execution of a graph. */
    private static final class AroundGraph {
        @Advice.OnMethodEnter(suppress = Throwable.class)
        static @Nullable Object enter(@Advice.This Object session) {
            return WovenModules.isWanted() ? WovenModules.forward(session, "SameDiff") : null;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object opened) {
            WovenModules.close(opened);
        }
    }
}
