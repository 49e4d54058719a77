package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import java.io.IOException;

/** Program that trains a network with DJL, without any code of the profiler: lesson 10 runs it unchanged. */
final class DigitsProgram {
    private static final int TEST_SIZE = 360;
    private static final int BATCH_SIZE = 32;
    private static final int STEPS = 160;
    private static final int SEED = 2;

    private DigitsProgram() {}

    /** Prints the accuracy before and after training, and the loss of the first and the last step. */
    public static void main(String[] arguments) throws IOException {
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        try (Model model = LeNet.model(engine);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            double before = accuracy(trainer, digits.test());
            double first = trainBatch(trainer, digits.train().batch(0, BATCH_SIZE));
            double last = first;
            for (int step = 1; step < STEPS; step++) {
                last = trainBatch(trainer, digits.train().batch(step, BATCH_SIZE));
            }
            System.out.println(before + " " + accuracy(trainer, digits.test()) + " " + first + " " + last);
        }
    }

    static double trainBatch(Trainer trainer, Digits batch) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDArray loss;
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                NDList predictions = trainer.forward(new NDList(images(memory, batch)));
                loss = trainer.getLoss().evaluate(new NDList(memory.create(batch.labels())), predictions);
                gradients.backward(loss);
            }
            trainer.step();
            return loss.getFloat();
        }
    }

    private static double accuracy(Trainer trainer, Digits digits) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDArray right = trainer.evaluate(new NDList(images(memory, digits)))
                    .head()
                    .argMax(1)
                    .eq(memory.create(digits.labels()));
            return (double) right.countNonzero().getLong() / digits.size();
        }
    }

    private static NDArray images(NDManager memory, Digits digits) {
        return memory.create(digits.pixels(), new Shape(digits.size(), 1, Digits.SIDE, Digits.SIDE));
    }
}
