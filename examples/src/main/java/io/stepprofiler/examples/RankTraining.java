package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import io.stepprofiler.BatchSize;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** One rank of a training of a small convolutional network, which averages its gradients with the other ranks. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class RankTraining {
    static final int RANKS = 4;
    static final int STEPS = 200;

    private static final int BATCH_SIZE = 128;
    private static final int TEST_SIZE = 360;
    private static final int SEED = 22;
    private static final float NOISE = 0.02f;

    /** Each allocates a copy of the batch: together they allocate as much as the decoding of images does. */
    private static final int DISTURBANCES = 16;

    private static final long SLOW_LOAD_MILLIS = 30;

    private final int rank;
    private final RankFault fault;
    private final Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);

    RankTraining(int rank, RankFault fault) {
        this.rank = rank;
        this.fault = fault;
    }

    /** A rank; its arguments: the rank, the port of the hub, the directory, and the fault of this rank. */
    public static void main(String[] args) throws IOException {
        Lessons.quietLog();
        int rank = Integer.parseInt(args[0]);
        try (StarAllReduce gradients = StarAllReduce.connect(Integer.parseInt(args[1]))) {
            float[] accuracies = new RankTraining(rank, RankFault.valueOf(args[3])).run(gradients, Path.of(args[2]));
            gradients.mean(accuracies);
        }
    }

    /** Trains, and returns the accuracy before and after. */
    private float[] run(StarAllReduce gradients, Path dir) throws IOException {
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        try (Model model = LeNet.model(engine);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            float before = accuracy(trainer);
            Profile profile = Profile.builder()
                    .distributed(new DistributedInfo(rank, RANKS, "gloo", ""))
                    // No window: the ledger has all steps.
                    .schedule(Schedule.never())
                    .ledger(LedgerOptions.DEFAULT.withDirectory(dir))
                    .start();
            try (profile) {
                for (Digits batch : DataLoader.wrap(this::batches)) {
                    train(trainer, batch, gradients);
                    profile.step();
                }
            }
            return new float[] {before, accuracy(trainer)};
        }
    }

    /** Batches of this rank's part of the digits; the pixels of each are disturbed a little. */
    private Iterator<Digits> batches() {
        Digits part = digits.train().shard(rank, RANKS);
        Random random = new Random(rank);
        return IntStream.range(0, STEPS)
                .mapToObj(step -> {
                    fault.load(SLOW_LOAD_MILLIS);
                    Digits batch = part.batch(step, BATCH_SIZE);
                    for (int i = 0; i < DISTURBANCES; i++) {
                        batch = batch.withNoise(NOISE, random);
                    }
                    return batch;
                })
                .iterator();
    }

    private void train(Trainer trainer, Digits batch, StarAllReduce means) throws IOException {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList images = new NDList(images(memory, batch));
            NDList labels = new NDList(memory.create(batch.labels()));
            BatchSize.record(batch.size());
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                try (Scope ignored = Scope.open("forward and backward")) {
                    gradients.backward(trainer.getLoss().evaluate(labels, trainer.forward(images)));
                }
            }
            average(trainer, means);
            try (Scope ignored = Scope.open("optimizer")) {
                trainer.step();
            }
        }
    }

    /** Replaces all gradients by their means over the ranks, in one message. */
    private static void average(Trainer trainer, StarAllReduce means) throws IOException {
        List<NDArray> gradients = trainer.getModel().getBlock().getParameters().values().stream()
                .map(parameter -> parameter.getArray().getGradient())
                .toList();
        FloatBuffer all = FloatBuffer.allocate(
                (int) gradients.stream().mapToLong(NDArray::size).sum());
        gradients.forEach(gradient -> all.put(gradient.toFloatArray()));
        means.mean(all.array());
        all.rewind();
        for (NDArray gradient : gradients) {
            float[] mean = new float[(int) gradient.size()];
            all.get(mean);
            gradient.set(FloatBuffer.wrap(mean));
        }
    }

    private float accuracy(Trainer trainer) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDArray predictions =
                    trainer.evaluate(new NDList(images(memory, digits.test()))).head();
            NDArray right = predictions.argMax(1).eq(memory.create(digits.test().labels()));
            return (float) right.countNonzero().getLong() / digits.test().size();
        }
    }

    private static NDArray images(NDManager memory, Digits digits) {
        return memory.create(digits.pixels(), new Shape(digits.size(), 1, Digits.SIDE, Digits.SIDE));
    }
}
