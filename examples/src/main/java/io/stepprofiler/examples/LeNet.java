package io.stepprofiler.examples;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;

/** Network similar to LeNet, for 8×8 images: two convolutions, each followed by pooling, and two dense layers. */
final class LeNet {
    private static final String ENGINE = "PyTorch";
    private static final float LEARNING_RATE = 0.003f;
    private static final int FILTERS = 16;

    private LeNet() {}

    /** Returns DJL's PyTorch engine on one thread, so that runs are comparable; it never accesses the network. */
    static Engine engine() {
        setIfAbsent("ai.djl.offline", "true");
        setIfAbsent("ai.djl.pytorch.num_threads", "1");
        return Engine.getEngine(ENGINE);
    }

    private static void setIfAbsent(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** A new, not yet initialized model. */
    static Model model(Engine engine) {
        return model(engine, (block, path, operation) -> block);
    }

    /** Function that wraps a block. */
    interface Wrapping {
        /** Returns the replacement of a block with parameters, given its path in the model and its operation. */
        Block wrap(Block block, String path, String operation);
    }

    /** A new, not yet initialized model in which blocks with parameters are wrapped. */
    static Model model(Engine engine, Wrapping wrapping) {
        return model(engine, wrapping, FILTERS);
    }

    /** The same with another number of filters in the first convolution; all other layers grow with it. */
    static Model model(Engine engine, Wrapping wrapping, int filters) {
        Model model = Model.newInstance("lenet", Device.cpu(), engine.getEngineName());
        model.setBlock(new SequentialBlock()
                .add(wrapping.wrap(convolution(filters), "features.0", "aten::conv2d"))
                .add(Activation.reluBlock())
                .add(halving())
                .add(wrapping.wrap(convolution(2 * filters), "features.1", "aten::conv2d"))
                .add(Activation.reluBlock())
                .add(halving())
                .add(Blocks.batchFlattenBlock())
                .add(wrapping.wrap(Linear.builder().setUnits(4L * filters).build(), "classifier.0", "aten::linear"))
                .add(Activation.reluBlock())
                .add(wrapping.wrap(Linear.builder().setUnits(Digits.CLASSES).build(), "classifier.1", "aten::linear")));
        return model;
    }

    private static Block convolution(int filters) {
        return Conv2d.builder()
                .setKernelShape(new Shape(3, 3))
                .optPadding(new Shape(1, 1))
                .setFilters(filters)
                .build();
    }

    private static Block halving() {
        return Pool.maxPool2dBlock(new Shape(2, 2), new Shape(2, 2));
    }

    /** Training configuration: cross-entropy and Adam. */
    static DefaultTrainingConfig training() {
        return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optDevices(new Device[] {Device.cpu()})
                .optOptimizer(Optimizer.adam()
                        .optLearningRateTracker(Tracker.fixed(LEARNING_RATE))
                        .build());
    }
}
