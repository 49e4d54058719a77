package io.stepprofiler.documentation;

import static io.stepprofiler.schedule.ProfilerAction.NONE;
import static io.stepprofiler.schedule.ProfilerAction.RECORD_AND_SAVE;

import ai.djl.training.DefaultTrainingConfig;
import io.stepprofiler.BatchSize;
import io.stepprofiler.Communication;
import io.stepprofiler.Counter;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Label;
import io.stepprofiler.Memory;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.OpDetails;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.djl.ProfilingListener;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** The code of Javadoc, to be compiled and run as it stands there. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class Snippets {
    /** A batch of data. */
    record Batch(double value) {
        int size() {
            return 1;
        }
    }

    /** Something to be trained. */
    static final class Model {
        double forward(Batch batch) {
            return batch.value() / 2;
        }

        void backward(double loss) {
            assert loss > 0;
        }
    }

    private static final Label FORWARD = Label.of("forward");

    private static final Counter LOSS = Counter.of("loss");

    private final Model model = new Model();
    private double loss;

    void sizes(Profile profile, Batch batch) {
        BatchSize.record(batch.size());
        train(batch);
        profile.step();
    }

    void ownSteps(long steps, Iterator<Batch> batches) {
        for (long step = 0; step < steps; step++) {
            try (StepScope ignored = StepScope.open("train", step)) {
                train(batches.next());
            }
        }
    }

    void profile(List<Batch> batches) {
        try (Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(5).warmup(1).active(3).repeat(2).build())
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

    private static final Label LINEAR = Label.of("aten::linear");

    private static final Communication ALL_REDUCE = Communication.of("gloo", Collective.ALL_REDUCE);

    /** A tensor. */
    @SuppressWarnings("ArrayRecordComponent") // As frameworks give it.
    record Tensor(long[] shape, long address) {}

    /** A piece of memory. */
    record Buffer(long address, long bytes) {}

    /** A part of a model. */
    interface Layer {
        Tensor forward(Tensor hidden);
    }

    /** Calls an integration would make, of an operation, a layer, a collective operation, and memory. */
    Tensor integration(Tensor input, Tensor weight, Layer layer, float[] gradients, Buffer buffer, long number) {
        OpDetails details = new OpDetails();
        Tensor output;
        details.clear()
                .tensor(ElementType.FLOAT, input.shape(), input.address())
                .tensor(ElementType.FLOAT, weight.shape(), weight.address())
                .sequenceNumber(number);
        try (Scope ignored = Scope.open(LINEAR, details)) {
            output = linear(input, weight);
        }
        Tensor hidden = output;
        try (Scope ignored = ModuleScope.open("encoder.layer.0", "TransformerLayer")) {
            hidden = layer.forward(hidden);
        }
        try (Scope ignored = ALL_REDUCE.open(gradients.length, ElementType.FLOAT)) {
            allReduce(gradients);
        }
        Memory.allocated(buffer.address(), buffer.bytes(), MemoryCategory.INPUT);
        train(buffer);
        Memory.freed(buffer.address());
        return hidden;
    }

    private static Tensor linear(Tensor input, Tensor weight) {
        return new Tensor(new long[] {input.shape()[0], weight.shape()[1]}, 3);
    }

    private static void allReduce(float[] gradients) {
        gradients[0] *= 1;
    }

    private static void train(Buffer buffer) {
        assert buffer.bytes() >= 0;
    }

    void dataLoader(Profile profile, Iterable<Batch> batches) {
        for (Batch batch : DataLoader.wrap(batches)) {
            train(batch);
            profile.step();
        }
    }

    static void djl(DefaultTrainingConfig config) {
        config.addTrainingListeners(ProfilingListener.to(Path.of("target/log")));
    }

    static Schedule schedule() {
        Schedule everyHundredth = step -> step % 100 == 99 ? RECORD_AND_SAVE : NONE;
        return everyHundredth;
    }
}
