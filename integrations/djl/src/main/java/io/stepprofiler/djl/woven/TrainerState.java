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

/** State of a trainer as woven code sees it. */
final class TrainerState {
    private final TrainingCounters counters;
    private final String engine;
    private @Nullable WovenRecording categorized;
    private ArrayCategories categories = ArrayCategories.NONE;
    /** Samples that go into the forward pass that is under way. */
    private int passing;
    /** The recording that the categories are for. */
    private @Nullable WovenRecording asked;

    TrainerState(Trainer trainer) {
        counters = new TrainingCounters(trainer.getLoss(), trainer.getEvaluators(), false);
        engine = trainer.getManager().getEngine().getEngineName();
    }

    /** A forward pass begins. What goes in has to be known before the first operation reads it. */
    synchronized void forwarding(NDList data) {
        passing = samplesOf(data);
        WovenRecording recording = WovenSource.current();
        if (recording != null && recording.memory()) {
            OwnCalls.run(() -> categories(recording).inputs(data));
        }
    }

    /** The first axis of what goes in is that of the samples, by DJL's custom. */
    private static int samplesOf(NDList data) {
        return data.isEmpty() || data.head().getShape().dimension() == 0
                ? 0
                : (int) data.head().getShape().get(0);
    }

    /**
     * A forward pass has ended, of a batch of so many samples if it was loaded by DJL: by now all parameters are there.
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

    /** Something other than a step was done: the time until the next one ends would say nothing. */
    synchronized void interrupted() {
        counters.interrupted();
    }

    synchronized void stepped() {
        counters.step(System.nanoTime());
    }

    /** What DJL's own listener has just computed: reading it costs the engine nothing. */
    synchronized void evaluated(Trainer trainer) {
        for (Evaluator each : trainer.getEvaluators()) {
            String metric = EvaluatorTrainingListener.metricName(each, EvaluatorTrainingListener.TRAIN_ALL);
            counters.metric(metric, each.getAccumulator(EvaluatorTrainingListener.TRAIN_ALL));
        }
    }
}
