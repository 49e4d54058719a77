package io.stepprofiler.examples;

import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.RemoteCapture;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Lesson 20: steps of a running training, captured from outside. It has a server, and no profile. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson20Capture {
    static final int CAPTURED = 3;

    private static final int STEPS = 300;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final long SEED = 1;

    private Lesson20Capture() {}

    /**
     * Result of the lesson.
     *
     * @param steps steps of the whole training
     * @param accuracy accuracy of the model at the end
     * @param captured trace that was captured from outside
     */
    record Captured(long steps, double accuracy, FetchedTrace captured) implements Lessons.Outcome {
        @Override
        public void print(PrintStream out) {
            out.printf("Trained:        %d steps, of which %d were captured%n", steps, CAPTURED);
            out.println("Written:        " + captured.file() + ", " + captured.bytes() + " bytes");
            out.println("Look at it:     drag it onto https://ui.perfetto.dev");
        }
    }

    static Captured run(Path dir, PrintStream out) throws IOException {
        Path file = LessonDirectory.at(dir).path().resolve("captured.json.gz");
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        long step = 0;
        // All that a program needs; port 0 is any free port.
        try (ProfilerServer server = ProfilerServer.start(0)) {
            CompletableFuture<FetchedTrace> observer =
                    CompletableFuture.supplyAsync(() -> captureFromOutside(server.port(), file, out));
            // A training of days does not wait for an observer; this one would end too soon.
            while (step < STEPS || !observer.isDone()) {
                try (StepScope ignored = StepScope.open("train", step)) {
                    train(model, digits.train().batch((int) (step % STEPS), BATCH_SIZE));
                }
                step++;
            }
            return new Captured(step, model.accuracy(digits.test()), observer.join());
        } catch (CompletionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static void train(SoftmaxRegression model, Digits batch) {
        double[][] probabilities;
        try (Scope ignored = Scope.open("forward")) {
            probabilities = model.forward(batch);
        }
        double[] gradient;
        try (Scope ignored = Scope.open("backward")) {
            gradient = SoftmaxRegression.gradient(batch, probabilities);
        }
        try (Scope ignored = Scope.open("optimizer")) {
            model.update(gradient, LEARNING_RATE);
        }
    }

    /** Captures on a separate thread; usually another process, such as {@code stepprof capture}, does this. */
    private static FetchedTrace captureFromOutside(int port, Path file, PrintStream out) {
        try (CaptureClient client = CaptureClient.connect("localhost", port, ClientOptions.DEFAULT)) {
            FetchedTrace captured = client.capture(RemoteCapture.ofSteps(CAPTURED), file, state -> {});
            out.println(
                    "Captured:       from step " + captured.trace().firstStep().orElse(-1) + " on, "
                            + captured.trace().account());
            return captured;
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=20
     *
     * Expected output
     *   The start of the capture, and its file: three steps of the training, each with forward, backward and optimizer,
     *   in the middle of steps that were not recorded.
     *
     * Try
     *   Start the server on port 9012 and let the training continue; then, in another terminal, without the second
     *   thread: "stepprof top 9012", "stepprof capture 9012 --steps 3 -o report.html", or TensorBoard's button "Capture
     *   profile" with localhost:9012.
     */
}
