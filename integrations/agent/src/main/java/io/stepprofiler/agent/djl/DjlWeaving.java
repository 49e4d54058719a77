package io.stepprofiler.agent.djl;

import static io.stepprofiler.agent.weaving.MethodCalls.around;

import io.stepprofiler.agent.weaving.CallWeaving;
import io.stepprofiler.agent.weaving.MethodCalls;
import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.agent.woven.WovenStartup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Weaving of DJL: blocks, the phases of trainers, data loading, and the arrays of the PyTorch engine.
 * Each {@code Trainer.step()} is the end of a step.
 *
 * <p>Not seen are blocks that do not extend {@code AbstractBaseBlock}, losses that the program wrote itself, and what
 * the engine does inside one call.
 */
public final class DjlWeaving implements CallWeaving {
    /** Origin of the steps of DJL. */
    public static final String ORIGIN = "djl";

    private static final String PACKAGES = "ai.djl.";
    private static final String TRAINER = "ai.djl.training.Trainer";
    private static final String BLOCK = "ai.djl.nn.AbstractBaseBlock";
    private static final String BATCHES = "ai.djl.training.dataset.DataIterable";
    private static final String ARRAY = "ai.djl.pytorch.engine.PtNDArray";

    /** Which classes have the methods, and what is woven around them. */
    private record Point(Predicate<String> type, MethodCalls calls) {
        static Point in(String type, MethodCalls calls) {
            return new Point(type::equals, calls);
        }
    }

    /** Made with the first class of DJL. */
    private static final class Points {
        static final List<Point> ALL = List.of(
                Point.in(
                        BLOCK, around("forward").taking(4).enter(DjlCalls.BLOCK).exit(DjlCalls.BLOCK_END)),
                new Point(
                        name -> name.startsWith(PACKAGES) && name.endsWith("EngineProvider"),
                        DjlCalls.phase(around("getEngine").taking(0), WovenStartup.ENGINE)),
                Point.in(BLOCK, DjlCalls.phase(around("initialize").taking(3), WovenStartup.MODEL)),
                Point.in(
                        TRAINER,
                        around("forward")
                                .enter(DjlCalls.TRAINING, DjlCalls.FORWARD)
                                .exit(DjlCalls.FORWARD_END)),
                Point.in(TRAINER, around("evaluate").enter(DjlCalls.EVALUATE).exit(DjlCalls.END)),
                Point.in(
                        TRAINER,
                        around("step")
                                .enter(DjlCalls.STEP, DjlCalls.OPTIMIZER)
                                .exit(DjlCalls.OPTIMIZER_END, DjlCalls.STEP_END)),
                Point.in(
                        TRAINER,
                        around("notifyListeners").enter(DjlCalls.METRICS).exit(DjlCalls.END)),
                Point.in(
                        TRAINER,
                        around("iterateDataset").enter(DjlCalls.TRAINING).returned(DjlCalls.WRAP)),
                Point.in(BATCHES, around("hasNext").enter(DjlCalls.LOADING).exit(DjlCalls.LOADING_END)),
                Point.in(BATCHES, around("next").enter(DjlCalls.LOADING).exit(DjlCalls.LOADING_END, DjlCalls.LOADED)),
                new Point(
                        name -> name.startsWith("ai.djl.training.dataset.") && name.endsWith("DataIterable"),
                        around("fetch").enter(DjlCalls.FETCH).exit(DjlCalls.END)),
                Point.in(
                        "ai.djl.training.listener.EvaluatorTrainingListener",
                        around("onTrainingBatch").returned(DjlCalls.EVALUATED)),
                new Point(
                        name -> name.startsWith("ai.djl.training.loss."),
                        around("evaluate").taking(2).enter(DjlCalls.LOSS).exit(DjlCalls.END)),
                new Point(
                        name -> name.startsWith(PACKAGES) && name.endsWith("GradientCollector"),
                        around("backward").taking(1).enter(DjlCalls.BACKWARD).exit(DjlCalls.END)),
                Point.in(ARRAY, around(MethodPattern.CONSTRUCTOR).returned(DjlCalls.CREATED)),
                Point.in(ARRAY, around("close").enter(DjlCalls.CLOSING)));
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
        return type.startsWith(PACKAGES) && (arrays || !type.equals(ARRAY)) && isPoint(type);
    }

    private static boolean isPoint(String type) {
        for (Point point : Points.ALL) {
            if (point.type().test(type)) {
                return true;
            }
        }
        return false;
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
    public List<MethodCalls> calls(String type) {
        List<MethodCalls> calls = new ArrayList<>();
        for (Point point : Points.ALL) {
            if (point.type().test(type)) {
                calls.add(point.calls());
            }
        }
        return calls;
    }
}
