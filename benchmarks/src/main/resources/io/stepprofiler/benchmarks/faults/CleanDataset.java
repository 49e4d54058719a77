import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;

/** DJL's own training loop on a data set in memory, in epochs; no fault. */
public final class CleanDataset {
    private static final int BATCHES = 50;
    private static final int BATCH = 64;

    public static void main(String[] arguments) throws Exception {
        try (Model model = Model.newInstance("mlp");
                NDManager manager = NDManager.newBaseManager()) {
            model.setBlock(new SequentialBlock()
                    .add(Linear.builder().setUnits(256).build())
                    .add(Activation::relu)
                    .add(Linear.builder().setUnits(10).build()));
            NDArray rows = manager.randomNormal(new Shape(BATCHES * BATCH, 784));
            NDArray labels = manager.randomInteger(0, 10, new Shape(BATCHES * BATCH), DataType.INT64);
            ArrayDataset data = new ArrayDataset.Builder()
                    .setData(rows)
                    .optLabels(labels)
                    .setSampling(BATCH, true)
                    .build();
            DefaultTrainingConfig config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                    .optOptimizer(Optimizer.sgd()
                            .setLearningRateTracker(Tracker.fixed(0.05f))
                            .build());
            try (Trainer trainer = model.newTrainer(config)) {
                trainer.initialize(new Shape(BATCH, 784));
                EasyTrain.fit(trainer, Integer.parseInt(arguments[0]) / BATCHES, data, null);
                System.out.println("loss " + trainer.getTrainingResult().getTrainLoss());
            }
        }
    }
}
