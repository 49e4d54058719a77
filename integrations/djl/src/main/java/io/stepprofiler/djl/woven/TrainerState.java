package io.stepprofiler.djl.woven;

import ai.djl.ndarray.NDList;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EvaluatorTrainingListener;
import io.stepprofiler.djl.recording.WovenRecording;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.djl.training.ArrayCategories;
import io.stepprofiler.djl.training.TrainingCounters;
import org.jspecify.annotations.Nullable;

/** State of a trainer for woven code. */
final class TrainerState {
    private final TrainingCounters counters;
    private final String engine;
    private @Nullable WovenRecording categorized;
    private ArrayCategories categories = ArrayCategories.NONE;
    /** Samples of the current forward pass. */
    private int passing;
    /** Recording of the current categories. */
    private @Nullable WovenRecording asked;

    TrainerState(Trainer trainer) {
        counters = new TrainingCounters(trainer.getLoss(), trainer.getEvaluators(), false);
        engine = trainer.getManager().getEngine().getEngineName();
    }

    /** Begins a forward pass. The category of its input has to be known before the first operation reads it. */
    synchronized void forwarding(NDList data) {
        passing = samplesOf(data);
        WovenRecording recording = WovenSource.current();
        if (recording != null && recording.memory()) {
            OwnCalls.run(() -> categories(recording).inputs(data));
        }
    }

    /** Returns the size of the first axis of the input, the axis of samples by DJL's convention. */
    private static int samplesOf(NDList data) {
        return data.isEmpty() || data.head().getShape().dimension() == 0
                ? 0
                : (int) data.head().getShape().get(0);
    }

    /**
     * Ends a forward pass of a batch of {@code loaded} samples, 0 if DJL did not load it; all parameters exist by now.
     */
    synchronized void forwarded(Trainer trainer, int loaded) {
        counters.batch(loaded > 0 ? loaded : passing);
        WovenRecording recording = WovenSource.current();
        if (recording != null && recording != categorized && recording.memory()) {
            categorized = recording;
            OwnCalls.run(
                    () -> categories(recording).parameters(trainer.getModel().getBlock()));
        }
    }

    private ArrayCategories categories(WovenRecording recording) {
        if (recording != asked) {
            asked = recording;
            categories = recording.arrays() ? ArrayCategories.byHandle(engine) : ArrayCategories.of(engine);
        }
        return categories;
    }

    /** Notes activity other than a step: the duration of the next step would be meaningless. */
    synchronized void interrupted() {
        counters.interrupted();
    }

    synchronized void stepped() {
        counters.step(System.nanoTime());
    }

    /** Records the values that DJL's own listener has just computed: reading them costs the engine nothing. */
    synchronized void evaluated(Trainer trainer) {
        for (Evaluator each : trainer.getEvaluators()) {
            String metric = EvaluatorTrainingListener.metricName(each, EvaluatorTrainingListener.TRAIN_ALL);
            counters.metric(metric, each.getAccumulator(EvaluatorTrainingListener.TRAIN_ALL));
        }
    }
}
