package io.stepprofiler.djl;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.listener.TrainingListener;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import ai.djl.translate.TranslateException;
import java.io.IOException;
import java.util.function.Consumer;

/** Trainings as programs have them, on made-up data, without a word about profiling. */
public final class TrainingProgram {
    public static final int BATCH = 16;
    public static final Shape MLP_INPUT = new Shape(BATCH, 784);
    public static final Shape LENET_INPUT = new Shape(BATCH, 1, 28, 28);

    private TrainingProgram() {}

    public static Block mlp() {
        return new SequentialBlock()
                .add(Blocks.batchFlattenBlock(784))
                .add(Linear.builder().setUnits(64).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(10).build());
    }

    public static Block leNet() {
        return new SequentialBlock()
                .add(Conv2d.builder()
                        .setKernelShape(new Shape(5, 5))
                        .setFilters(6)
                        .build())
                .add(Activation.reluBlock())
                .add(Pool.maxPool2dBlock(new Shape(2, 2), new Shape(2, 2)))
                .add(Blocks.batchFlattenBlock())
                .add(Linear.builder().setUnits(10).build());
    }

    public static Model model(Block block) {
        Model model = Model.newInstance(
                "net", Device.cpu(), Engine.getEngine("PyTorch").getEngineName());
        model.setBlock(block);
        return model;
    }

    public static DefaultTrainingConfig config(TrainingListener... listeners) {
        return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optDevices(new Device[] {Device.cpu()})
                .optOptimizer(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.01f))
                        .build())
                .addEvaluator(new Accuracy())
                .addTrainingListeners(listeners);
    }

    public static ArrayDataset data(NDManager manager, Shape input, int batches) {
        long[] dims = input.getShape().clone();
        dims[0] = (long) batches * BATCH;
        return new ArrayDataset.Builder()
                .setData(manager.randomUniform(0, 1, new Shape(dims)))
                .optLabels(manager.arange((int) dims[0]).mod(10).toType(DataType.FLOAT32, false))
                .setSampling(BATCH, true)
                .build();
    }

    /** Trains with EasyTrain, with the metrics that most programs set. */
    public static void fit(Block block, Shape input, TrainingConfig config, int epochs, int batches, int validations)
            throws IOException, TranslateException {
        try (Model model = model(block);
                Trainer trainer = model.newTrainer(config)) {
            trainer.setMetrics(new Metrics());
            trainer.initialize(input);
            NDManager manager = model.getNDManager();
            EasyTrain.fit(
                    trainer,
                    epochs,
                    data(manager, input, batches),
                    validations == 0 ? null : data(manager, input, validations));
        }
    }

    /** Trains in a loop of the program's own, which tells no listener of its batches. */
    public static void loop(Block block, Shape input, TrainingConfig config, int batches, Consumer<Trainer> afterStep)
            throws IOException, TranslateException {
        try (Model model = model(block);
                Trainer trainer = model.newTrainer(config)) {
            trainer.initialize(input);
            for (Batch batch : trainer.iterateDataset(data(model.getNDManager(), input, batches))) {
                try (batch;
                        GradientCollector gradients = trainer.newGradientCollector()) {
                    NDList predictions = trainer.forward(batch.getData());
                    gradients.backward(trainer.getLoss().evaluate(batch.getLabels(), predictions));
                }
                trainer.step();
                afterStep.accept(trainer);
            }
        }
    }
}
