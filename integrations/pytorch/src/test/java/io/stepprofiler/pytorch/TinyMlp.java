package io.stepprofiler.pytorch;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;

/** Two linear layers, 6 to 5 to 3, trained with batches of 4; a step frees all that it allocates. */
final class TinyMlp implements AutoCloseable {
    static final int BATCH = 4;
    static final int INPUTS = 6;
    static final int HIDDEN = 5;
    static final int CLASSES = 3;

    private final Model model;
    private final Trainer trainer;

    TinyMlp() {
        Engine.getEngine("PyTorch").setRandomSeed(1);
        model = Model.newInstance("tiny", "PyTorch");
        model.setBlock(new SequentialBlock()
                .add(Linear.builder().setUnits(HIDDEN).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(CLASSES).build()));
        trainer = model.newTrainer(new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optOptimizer(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.01f))
                        .build()));
        trainer.initialize(new Shape(BATCH, INPUTS));
    }

    NDManager manager() {
        return trainer.getManager();
    }

    void step() {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList data = new NDList(memory.ones(new Shape(BATCH, INPUTS)));
            NDList labels = new NDList(memory.create(new int[] {0, 1, 2, 0}));
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                NDArray loss = trainer.getLoss().evaluate(labels, trainer.forward(data));
                gradients.backward(loss);
            }
            trainer.step();
        }
    }

    @Override
    public void close() {
        trainer.close();
        model.close();
    }
}
