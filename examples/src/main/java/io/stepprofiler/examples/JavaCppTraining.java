package io.stepprofiler.examples;

import static org.bytedeco.pytorch.global.torch.cross_entropy_loss;
import static org.bytedeco.pytorch.global.torch.from_blob;
import static org.bytedeco.pytorch.global.torch.manual_seed;
import static org.bytedeco.pytorch.global.torch.relu;
import static org.bytedeco.pytorch.global.torch.set_num_threads;

import io.stepprofiler.examples.LessonResult.Learning;
import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.SGD;
import org.bytedeco.pytorch.SGDOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Training with JavaCPP's presets for PyTorch, without any code of the profiler: two dense layers learn digits. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class JavaCppTraining {
    private static final int TEST_SIZE = 360;
    private static final int BATCH_SIZE = 32;
    private static final int HIDDEN = 64;
    private static final double LEARNING_RATE = 0.5;
    private static final int SEED = 11;

    private JavaCppTraining() {}

    /** Trains, calling {@code stepEnded} at the end of each step. */
    static Learning run(int steps, Runnable stepEnded) {
        // With operations this short, the trace would mostly show threads that wait for each other.
        set_num_threads(1);
        manual_seed(SEED);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        try (PointerScope ignored = new PointerScope()) {
            Network network = new Network();
            SGD optimizer = new SGD(network.parameters(), new SGDOptions(LEARNING_RATE));
            double before = network.accuracy(digits.test());
            double[] losses = new double[steps];
            for (int step = 0; step < steps; step++) {
                losses[step] = train(network, optimizer, digits.train().batch(step, BATCH_SIZE));
                stepEnded.run();
            }
            return new Learning(before, network.accuracy(digits.test()), losses[0], losses[steps - 1]);
        }
    }

    /** One step, which frees all that it allocates. */
    private static double train(Network network, SGD optimizer, Digits batch) {
        try (PointerScope ignored = new PointerScope()) {
            optimizer.zero_grad();
            Tensor loss = cross_entropy_loss(network.forward(images(batch)), labels(batch));
            loss.backward();
            optimizer.step();
            return loss.item_float();
        }
    }

    private static Tensor images(Digits batch) {
        FloatPointer pixels = new FloatPointer(batch.pixels());
        return from_blob(pixels, new long[] {batch.size(), Digits.PIXELS}, new TensorOptions(ScalarType.Float))
                .clone();
    }

    private static Tensor labels(Digits batch) {
        LongPointer labels =
                new LongPointer(Arrays.stream(batch.labels()).asLongStream().toArray());
        return from_blob(labels, new long[] {batch.size()}, new TensorOptions(ScalarType.Long))
                .clone();
    }

    private static final class Network extends Module {
        private final LinearImpl hidden = register_module("hidden", new LinearImpl(Digits.PIXELS, HIDDEN));
        private final LinearImpl output = register_module("output", new LinearImpl(HIDDEN, Digits.CLASSES));

        Network() {
            super("network");
        }

        Tensor forward(Tensor images) {
            return output.forward(relu(hidden.forward(images)));
        }

        double accuracy(Digits digits) {
            try (PointerScope ignored = new PointerScope()) {
                Tensor right = forward(images(digits))
                        .argmax(new org.bytedeco.pytorch.LongOptional(1), false)
                        .eq(labels(digits));
                return (double) right.sum().item_long() / digits.size();
            }
        }
    }
}
