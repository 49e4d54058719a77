package io.stepprofiler.benchmarks.training;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Small model in DJL's PyTorch engine, trained with batches of 64 made-up images; a step frees all that it allocates.
 */
final class DjlTraining implements AutoCloseable {
    private static final int BATCH = 64;
    private static final int SIDE = 28;
    private static final int CLASSES = 10;
    private static final int SEED = 4;

    /** Measured model. */
    enum Network {
        /** Three linear layers: many short operations. */
        MLP(DjlTraining::mlp),
        /** Two convolutions with pooling and three linear layers: longer operations. */
        LENET(DjlTraining::leNet);

        @SuppressWarnings("ImmutableEnumChecker") // A function without state.
        private final Supplier<Block> block;

        Network(Supplier<Block> block) {
            this.block = block;
        }
    }

    private final Model model;
    private final Trainer trainer;
    private final float[] pixels = new float[BATCH * SIDE * SIDE];
    private final int[] labels = new int[BATCH];

    DjlTraining(Network network) {
        Engine.getEngine("PyTorch").setRandomSeed(SEED);
        Random random = new Random(SEED);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = random.nextFloat();
        }
        for (int i = 0; i < labels.length; i++) {
            labels[i] = random.nextInt(CLASSES);
        }
        model = Model.newInstance(network.name(), "PyTorch");
        model.setBlock(network.block.get());
        trainer = model.newTrainer(new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optOptimizer(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.01f))
                        .build()));
        trainer.initialize(new Shape(BATCH, 1, SIDE, SIDE));
    }

    /** Flags and class path of a virtual machine that trains for a measurement. */
    static List<String> process() {
        return List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-Xms1g",
                "-Xmx1g",
                "-XX:+AlwaysPreTouch",
                "-Dai.djl.pytorch.num_threads=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"));
    }

    /** Trains one batch. */
    void step() {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList images = new NDList(memory.create(pixels, new Shape(BATCH, 1, SIDE, SIDE)));
            NDList expected = new NDList(memory.create(labels));
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                NDArray loss = trainer.getLoss().evaluate(expected, trainer.forward(images));
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

    private static Block mlp() {
        return new SequentialBlock()
                .add(Blocks.batchFlattenBlock())
                .add(Linear.builder().setUnits(256).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(128).build())
                .add(Activation::relu)
                .add(Linear.builder().setUnits(CLASSES).build());
    }

    private static Block leNet() {
        return new SequentialBlock()
                .add(convolution(6, 2))
                .add(Activation::sigmoid)
                .add(Pool.avgPool2dBlock(new Shape(2, 2), new Shape(2, 2)))
                .add(convolution(16, 0))
                .add(Activation::sigmoid)
                .add(Pool.avgPool2dBlock(new Shape(2, 2), new Shape(2, 2)))
                .add(Blocks.batchFlattenBlock())
                .add(Linear.builder().setUnits(120).build())
                .add(Activation::sigmoid)
                .add(Linear.builder().setUnits(84).build())
                .add(Activation::sigmoid)
                .add(Linear.builder().setUnits(CLASSES).build());
    }

    private static Block convolution(int filters, int padding) {
        return Conv2d.builder()
                .setKernelShape(new Shape(5, 5))
                .optPadding(new Shape(padding, padding))
                .setFilters(filters)
                .build();
    }
}
