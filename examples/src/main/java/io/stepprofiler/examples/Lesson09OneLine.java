package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.metric.Metric;
import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.dataset.Dataset;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.listener.TrainingListener;
import ai.djl.translate.TranslateException;
import io.stepprofiler.djl.ProfilingListener;
import io.stepprofiler.examples.LessonResult.Learning;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Lesson 9: an ordinary training program with DJL, profiled by one line. */
final class Lesson09OneLine {
    private static final int TEST_SIZE = 360;
    private static final int BATCH_SIZE = 32;
    private static final int EPOCHS = 4;
    private static final int SEED = 9;

    private Lesson09OneLine() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException, TranslateException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        Learning learning;
        try (Model model = LeNet.model(engine);
                Trainer trainer = model.newTrainer(LeNet.training()
                        .addEvaluator(new Accuracy())
                        .addTrainingListeners(TrainingListener.Defaults.basic())
                        .addTrainingListeners(ProfilingListener.to(traces.path())))) { // This line.
            learning = train(model, trainer);
        }
        out.println("Learnt in " + EPOCHS + " epochs; the first steps are in the traces.");
        return new LessonResult(learning, traces.path(), traces.written(), List.of());
    }

    private static Learning train(Model model, Trainer trainer) throws IOException, TranslateException {
        Metrics metrics = new Metrics();
        trainer.setMetrics(metrics);
        trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        NDManager memory = model.getNDManager();
        Dataset test = dataset(memory, digits.test());
        EasyTrain.evaluateDataset(trainer, test);
        double before = trainer.getEvaluators().get(0).getAccumulator("validate/epoch");
        EasyTrain.fit(trainer, EPOCHS, dataset(memory, digits.train()), test);
        List<Metric> losses = metrics.getMetric("train_all_" + trainer.getLoss().getName());
        return new Learning(
                before,
                trainer.getTrainingResult().getValidateEvaluation("Accuracy"),
                losses.get(0).getValue(),
                losses.get(losses.size() - 1).getValue());
    }

    private static Dataset dataset(NDManager memory, Digits digits) {
        return new ArrayDataset.Builder()
                .setData(memory.create(digits.pixels(), new Shape(digits.size(), 1, Digits.SIDE, Digits.SIDE)))
                .optLabels(memory.create(digits.labels()))
                .setSampling(BATCH_SIZE, true)
                .build();
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=09
     *
     * Expected output
     *   Two windows of three steps. In each step data loading, forward, loss and backward, metrics and the optimizer;
     *   above them the loss, the accuracy and the samples in a second. With DJL's own listeners, the metrics take about
     *   as long as the backward pass: the loss is computed again, and reading it waits for the result.
     *
     * Try
     *   Remove TrainingListener.Defaults.basic(): the metrics and the counters of loss and accuracy disappear, since
     *   the profiler computes nothing itself.
     *
     *   Pass a profile's builder to ProfilingListener.of, to choose the steps and the handlers of their traces.
     */
}
