package io.stepprofiler.examples.program;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.loss.Loss;
import ai.djl.translate.TranslateException;
import java.io.IOException;

/** A training with DJL that knows no profiler. */
public final class DjlTraining {
    private static final int BATCH = 16;
    private static final int BATCHES = 8;
    private static final int INPUTS = 20;

    private DjlTraining() {}

    /**
     * Trains.
     *
     * @param arguments {@code throw} to fail at the end
     */
    public static void main(String[] arguments) throws IOException, TranslateException {
        SequentialBlock block = new SequentialBlock()
                .add(Blocks.batchFlattenBlock(INPUTS))
                .add(Linear.builder().setUnits(8).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(4).build());
        DefaultTrainingConfig config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optDevices(new Device[] {Device.cpu()})
                .addTrainingListeners(new EvaluatorTrainingListener());
        try (Model model = Model.newInstance("net", Device.cpu())) {
            model.setBlock(block);
            try (Trainer trainer = model.newTrainer(config)) {
                trainer.initialize(new Shape(BATCH, INPUTS));
                EasyTrain.fit(
                        trainer,
                        1,
                        new ArrayDataset.Builder()
                                .setData(model.getNDManager()
                                        .randomUniform(0, 1, new Shape((long) BATCHES * BATCH, INPUTS)))
                                .optLabels(model.getNDManager()
                                        .arange(BATCHES * BATCH)
                                        .mod(4)
                                        .toType(DataType.FLOAT32, false))
                                .setSampling(BATCH, true)
                                .build(),
                        null);
            }
        }
        System.out.println(
                "trained by " + DjlTraining.class.getClassLoader().getClass().getSimpleName());
        if (arguments.length > 0) {
            throw new IllegalStateException("the program's own");
        }
    }
}
