import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
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
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;

/** Training of a perceptron with one hidden layer on DJL. */
final class Perceptron {
    private Perceptron() {}

    /** Trains on a batch of random rows; returns the loss. */
    static double train(
            Trainer trainer, NDManager manager, int size, BiConsumer<NDArray, NDArray> evaluation) {
        NDArray rows = batch(manager, size);
        NDArray labels = manager.randomInteger(0, 10, new Shape(size), DataType.INT64);
        NDArray loss;
        try (GradientCollector collector = trainer.newGradientCollector()) {
            NDList output = trainer.forward(new NDList(rows), new NDList(labels));
            loss = trainer.getLoss().evaluate(new NDList(labels), output);
            collector.backward(loss);
            evaluation.accept(output.singletonOrThrow(), labels);
        }
        trainer.step();
        return loss.getFloat();
    }

    static NDArray batch(NDManager manager, int size) {
        return manager.randomNormal(new Shape(size, 784));
    }

    /** Takes as many steps as the first argument says, and prints the last loss. */
    static void run(String[] arguments, int size, ToDoubleFunction<Trainer> step) {
        try (Model model = Model.newInstance("mlp")) {
            model.setBlock(new SequentialBlock()
                    .add(Linear.builder().setUnits(256).build())
                    .add(Activation::relu)
                    .add(Linear.builder().setUnits(10).build()));
            DefaultTrainingConfig config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                    .optOptimizer(Optimizer.sgd()
                            .setLearningRateTracker(Tracker.fixed(0.05f))
                            .build());
            try (Trainer trainer = model.newTrainer(config)) {
                trainer.initialize(new Shape(size, 784));
                double loss = 0;
                for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                    loss = step.applyAsDouble(trainer);
                }
                System.out.println("loss " + loss);
            }
        }
    }
}
