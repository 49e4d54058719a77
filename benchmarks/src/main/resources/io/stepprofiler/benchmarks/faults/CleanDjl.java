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

/** A perceptron on DJL, with a manager of its own for each step; no fault. */
public final class CleanDjl {
    static double step(Trainer trainer) {
        try (NDManager manager = trainer.getManager().newSubManager()) {
            return train(trainer, manager);
        }
    }

    static void evaluate(NDArray output, NDArray labels) {}

    static double train(Trainer trainer, NDManager manager) {
        NDArray rows = batch(manager);
        NDArray labels = manager.randomInteger(0, 10, new Shape(128), DataType.INT64);
        NDArray loss;
        try (GradientCollector collector = trainer.newGradientCollector()) {
            NDList output = trainer.forward(new NDList(rows), new NDList(labels));
            loss = trainer.getLoss().evaluate(new NDList(labels), output);
            collector.backward(loss);
            evaluate(output.singletonOrThrow(), labels);
        }
        trainer.step();
        return loss.getFloat();
    }

    static NDArray batch(NDManager manager) {
        return manager.randomNormal(new Shape(128, 784));
    }

    public static void main(String[] arguments) {
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
                trainer.initialize(new Shape(128, 784));
                double loss = 0;
                for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                    loss = step(trainer);
                }
                System.out.println("loss " + loss);
            }
        }
    }
}
