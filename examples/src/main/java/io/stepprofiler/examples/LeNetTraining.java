package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import io.stepprofiler.Scope;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.examples.LessonResult.Learning;
import java.io.IOException;

/** The training of lesson 2, for other lessons. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class LeNetTraining {
    private static final int TEST_SIZE = 360;
    private static final int BATCH_SIZE = 32;
    private static final int SEED = 2;

    private LeNetTraining() {}

    /** Hooks of a lesson around the phases of a step. */
    interface Watcher {
        /**
         * True if the images of a step belong to the trainer, so that everything computed from them stays in memory.
         */
        default boolean leaks() {
            return false;
        }

        /** Called at the end of a phase, with the category of its results; its scope is still open. */
        default void phaseEnded(MemoryCategory results, NDManager step, Trainer trainer) {}

        /** Called at the end of a step, after its memory was freed. */
        void stepEnded(Trainer trainer);
    }

    /** Trains a model whose blocks are wrapped, and returns the result. */
    static Learning run(int steps, LeNet.Wrapping wrapping, Watcher watcher) throws IOException {
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        try (Model model = LeNet.model(engine, wrapping);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            double before = accuracy(trainer, digits.test());
            double[] losses = new double[steps];
            for (int step = 0; step < steps; step++) {
                // Every third batch is only half as large, so that the trace has more than one shape.
                Digits batch = digits.train().batch(step, step % 3 == 2 ? BATCH_SIZE / 2 : BATCH_SIZE);
                losses[step] = train(trainer, batch, watcher);
                watcher.stepEnded(trainer);
            }
            return new Learning(before, accuracy(trainer, digits.test()), losses[0], losses[steps - 1]);
        }
    }

    private static double train(Trainer trainer, Digits batch, Watcher watcher) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList images;
            NDList labels;
            try (Scope ignored = Scope.open("data")) {
                images = new NDList(images(watcher.leaks() ? trainer.getManager() : memory, batch));
                labels = new NDList(memory.create(batch.labels()));
                watcher.phaseEnded(MemoryCategory.INPUT, memory, trainer);
            }
            NDArray loss;
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                NDList predictions;
                try (Scope ignored = Scope.open("forward")) {
                    predictions = trainer.forward(images);
                    watcher.phaseEnded(MemoryCategory.ACTIVATION, memory, trainer);
                }
                try (Scope ignored = Scope.open("loss")) {
                    loss = trainer.getLoss().evaluate(labels, predictions);
                    watcher.phaseEnded(MemoryCategory.ACTIVATION, memory, trainer);
                }
                try (Scope ignored = Scope.open("backward")) {
                    gradients.backward(loss);
                    watcher.phaseEnded(MemoryCategory.AUTOGRAD_DETAIL, memory, trainer);
                }
            }
            try (Scope ignored = Scope.open("Optimizer.step#Adam.step")) {
                trainer.step();
                watcher.phaseEnded(MemoryCategory.OPTIMIZER_STATE, memory, trainer);
            }
            return loss.getFloat();
        }
    }

    static double accuracy(Trainer trainer, Digits digits) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDArray right = trainer.evaluate(new NDList(images(memory, digits)))
                    .head()
                    .argMax(1)
                    .eq(memory.create(digits.labels()));
            return (double) right.countNonzero().getLong() / digits.size();
        }
    }

    static NDArray images(NDManager memory, Digits digits) {
        return memory.create(digits.pixels(), new Shape(digits.size(), 1, Digits.SIDE, Digits.SIDE));
    }
}
