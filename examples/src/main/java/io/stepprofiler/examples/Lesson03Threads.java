package io.stepprofiler.examples;

import io.stepprofiler.Counter;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Lesson 3: waits between threads. One thread loads batches, others compute gradients; scopes work on all of them. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson03Threads {
    private static final int STEPS = 300;
    private static final int WORKERS = 2;
    private static final int BATCH_SIZE = 256;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final float NOISE = 0.2f;
    private static final long SEED = 3;

    private Lesson03Threads() {}

    /** Result of a worker's share of a batch. */
    private static final class Part {
        final double loss;
        final double[] gradient;

        Part(double loss, double[] gradient) {
            this.loss = loss;
            this.gradient = gradient;
        }
    }

    static LessonResult run(Path dir, PrintStream out) throws IOException, InterruptedException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());

        // One batch waits while the next is prepared. A longer queue would hide a slow loader, but only at first.
        BlockingQueue<Digits> queue = new ArrayBlockingQueue<>(1);
        ExecutorService loader = thread("loader");
        List<ExecutorService> workers =
                IntStream.range(0, WORKERS).mapToObj(i -> thread("worker-" + i)).toList();
        Counter lossCounter = Counter.of("loss");
        double[] losses = new double[STEPS];
        Schedule schedule = Schedule.builder()
                .skipFirst(100)
                .wait(5)
                .warmup(1)
                .active(3)
                .repeat(2)
                .build();
        Profile profile = Profile.builder()
                .schedule(schedule)
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(TableHandler.to(out))
                .start();
        try (profile) {
            loader.execute(() -> load(digits.train(), queue));
            for (int step = 0; step < STEPS; step++) {
                Digits batch;
                try (Scope ignored = Scope.open("wait for data")) {
                    batch = Objects.requireNonNull(queue.poll(1, TimeUnit.MINUTES), "the loader stopped");
                }
                List<Part> parts;
                try (Scope ignored = Scope.open("wait for workers")) {
                    parts = compute(model, batch, workers);
                }
                try (Scope ignored = Scope.open("optimizer")) {
                    List<double[]> gradients =
                            parts.stream().map(part -> part.gradient).toList();
                    model.update(SoftmaxRegression.mean(gradients), LEARNING_RATE);
                }
                losses[step] = parts.stream().mapToDouble(part -> part.loss).sum() / WORKERS;
                lossCounter.record(losses[step]);
                profile.step();
            }
        } finally {
            loader.shutdownNow();
            workers.forEach(ExecutorService::shutdownNow);
        }
        Learning learning = new Learning(accuracyBefore, model.accuracy(digits.test()), losses[0], losses[STEPS - 1]);
        return LessonResult.of(learning, traces, profile);
    }

    private static void load(Digits digits, BlockingQueue<Digits> queue) {
        Random random = new Random(SEED);
        try {
            for (int step = 0; step < STEPS; step++) {
                Digits batch;
                try (Scope ignored = Scope.open("load")) {
                    batch = digits.batch(step, BATCH_SIZE).withNoise(NOISE, random);
                }
                try (Scope ignored = Scope.open("wait for room")) {
                    queue.put(batch);
                }
            }
        } catch (InterruptedException e) {
            // The training has ended early and interrupted this thread.
            Thread.currentThread().interrupt();
        }
    }

    /** Makes each worker compute its share of the batch. */
    private static List<Part> compute(SoftmaxRegression model, Digits batch, List<ExecutorService> workers) {
        List<CompletableFuture<Part>> pending = IntStream.range(0, WORKERS)
                .mapToObj(i ->
                        CompletableFuture.supplyAsync(() -> compute(model, batch.shard(i, WORKERS)), workers.get(i)))
                .toList();
        return pending.stream().map(CompletableFuture::join).toList();
    }

    private static Part compute(SoftmaxRegression model, Digits shard) {
        double[][] probabilities;
        try (Scope ignored = Scope.open("forward")) {
            probabilities = model.forward(shard);
        }
        double loss;
        try (Scope ignored = Scope.open("loss")) {
            loss = SoftmaxRegression.loss(shard, probabilities);
        }
        try (Scope ignored = Scope.open("backward")) {
            return new Part(loss, SoftmaxRegression.gradient(shard, probabilities));
        }
    }

    /** Returns an executor of one thread with a name, which the trace shows. */
    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(task -> new Thread(task, name));
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=03
     *
     * Expected output
     *   One row of the timeline for each thread: main, loader, worker-0, worker-1. The main thread spends its steps in
     *   "wait for workers" and little of them in "wait for data", the loader most of its own time in "wait for room":
     *   here the workers set the pace, and a faster loader would gain nothing. In the tables forward, loss and backward
     *   are called six times, three by each worker. A wait for room that is still open when a window ends is in the
     *   file, up to that moment, and left out of the table, with a note: its duration is unknown.
     *
     * Try
     *   Make the loader add noise a hundred times. Now "wait for room" almost disappears, "wait for data" takes most of
     *   each step, and the workers are idle between steps: the same training, limited by its data.
     */
}
