package io.stepprofiler.documentation;

import static io.stepprofiler.schedule.ProfilerAction.NONE;
import static io.stepprofiler.schedule.ProfilerAction.RECORD_AND_SAVE;

import io.stepprofiler.Counter;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.List;

/** The code of README and Javadoc, to be compiled and run as it stands there. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class Snippets {
    /** A batch of data. */
    record Batch(double value) {}

    /** Something to be trained. */
    static final class Model {
        double forward(Batch batch) {
            return batch.value() / 2;
        }
    }

    private static final Label FORWARD = Label.of("forward");

    private static final Counter LOSS = Counter.of("loss");

    private final Model model = new Model();
    private double loss;

    double readme(List<Batch> batches) {
        try (Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start()) {
            for (Batch batch : batches) {
                try (Scope ignored = Scope.open("forward")) {
                    loss = model.forward(batch);
                }
                profile.step();
            }
        }
        return loss;
    }

    void profile(List<Batch> batches) {
        try (Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start()) {
            for (Batch batch : batches) {
                train(batch);
                profile.step();
            }
        }
    }

    private void train(Batch batch) {
        try (Scope ignored = Scope.open("forward")) {
            loss = model.forward(batch);
        }
        LOSS.record(loss);
        Scope.end(Scope.begin(FORWARD));
    }

    static Schedule schedule() {
        Schedule everyHundredth = step -> step % 100 == 99 ? RECORD_AND_SAVE : NONE;
        return everyHundredth;
    }
}
