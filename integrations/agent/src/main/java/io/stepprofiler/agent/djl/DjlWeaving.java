package io.stepprofiler.agent.djl;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.stepprofiler.agent.weaving.PhaseAdvice;
import io.stepprofiler.agent.weaving.Weaving;
import io.stepprofiler.agent.woven.WovenStartup;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Weaving of DJL: blocks, the phases of trainers, data loading, and the arrays of the PyTorch engine.
 * Each {@code Trainer.step()} is the end of a step.
 *
 * <p>Not seen are blocks that do not extend {@code AbstractBaseBlock}, losses that the program wrote itself, and what
 * the engine does inside one call.
 */
public final class DjlWeaving implements Weaving {
    /** Origin of the steps of DJL. */
    public static final String ORIGIN = "djl";

    private static final String PACKAGES = "ai.djl.";
    private static final String TRAINER = "ai.djl.training.Trainer";
    private static final String ARRAY = "ai.djl.pytorch.engine.PtNDArray";

    /** Advice, made where it is needed, and where it goes. */
    private record Point(
            Predicate<String> type, ElementMatcher<? super MethodDescription> method, Supplier<Advice> advice) {}

    /** Made with the first class of DJL: to load matchers takes a tenth of a second. */
    private static final class Points {
        private static final List<Point> ALL = List.of(
                in(
                        "ai.djl.nn.AbstractBaseBlock",
                        named("forward").and(takesArguments(4)),
                        () -> Advice.to(DjlAdvice.Block.class)),
                new Point(
                        name -> name.startsWith(PACKAGES) && name.endsWith("EngineProvider"),
                        named("getEngine").and(takesArguments(0)),
                        () -> PhaseAdvice.phase(WovenStartup.ENGINE)),
                in(
                        "ai.djl.nn.AbstractBaseBlock",
                        named("initialize").and(takesArguments(3)),
                        () -> PhaseAdvice.phase(WovenStartup.MODEL)),
                in(TRAINER, named("forward"), () -> Advice.to(DjlAdvice.Forward.class)),
                in(TRAINER, named("evaluate"), phase(DjlAdvice.Evaluate.class)),
                in(TRAINER, named("step"), () -> Advice.to(DjlAdvice.Optimizer.class)),
                in(TRAINER, named("notifyListeners"), phase(DjlAdvice.Listeners.class)),
                in(TRAINER, named("iterateDataset"), () -> Advice.to(DjlAdvice.Dataset.class)),
                in("ai.djl.training.dataset.DataIterable", named("hasNext"), () -> Advice.to(DjlAdvice.Loading.class)),
                in(
                        "ai.djl.training.dataset.DataIterable",
                        named("next"),
                        () -> Advice.to(DjlAdvice.LoadingBatch.class)),
                new Point(
                        name -> name.startsWith("ai.djl.training.dataset.") && name.endsWith("DataIterable"),
                        named("fetch"),
                        phase(DjlAdvice.Fetch.class)),
                in(
                        "ai.djl.training.listener.EvaluatorTrainingListener",
                        named("onTrainingBatch"),
                        () -> Advice.to(DjlAdvice.Evaluated.class)),
                new Point(
                        name -> name.startsWith("ai.djl.training.loss."),
                        named("evaluate").and(takesArguments(2)),
                        phase(DjlAdvice.Loss.class)),
                new Point(
                        name -> name.startsWith(PACKAGES) && name.endsWith("GradientCollector"),
                        named("backward").and(takesArguments(1)),
                        phase(DjlAdvice.Backward.class)),
                in(ARRAY, isConstructor(), () -> Advice.to(DjlAdvice.Creation.class)),
                in(ARRAY, named("close"), () -> Advice.to(DjlAdvice.Closing.class)));

        private static Point in(
                String type, ElementMatcher<? super MethodDescription> method, Supplier<Advice> advice) {
            return new Point(type::equals, method, advice);
        }

        /** A phase, whose end is that of any other. */
        private static Supplier<Advice> phase(Class<?> begin) {
            return () -> Advice.to(begin, DjlAdvice.PhaseEnd.class);
        }
    }

    private final boolean arrays;

    /**
     * Weaves all of it but operations.
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
                && (arrays || !type.equals(ARRAY))
                && Points.ALL.stream().anyMatch(point -> point.type().test(type));
    }

    @Override
    public boolean endsSteps(String type) {
        return type.equals(TRAINER);
    }

    @Override
    public boolean callsNameFramework() {
        return true;
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        DynamicType.Builder<?> woven = builder;
        for (Point point : Points.ALL) {
            ElementMatcher<MethodDescription> methods =
                    not(isAbstract()).and(method -> point.method().matches(method));
            if (point.type().test(type.getName())
                    && !type.getDeclaredMethods().filter(methods).isEmpty()) {
                woven = woven.visit(point.advice().get().on(methods));
            }
        }
        return woven;
    }
}
