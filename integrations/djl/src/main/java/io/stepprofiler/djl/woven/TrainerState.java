package io.stepprofiler.djl.woven;

import ai.djl.ndarray.NDList;
import ai.djl.training.Trainer;
import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EvaluatorTrainingListener;
import io.stepprofiler.djl.training.ArrayCategories;
import io.stepprofiler.djl.training.TrainingCounters;
import org.jspecify.annotations.Nullable;

/** What woven code knows of a trainer. */
final class TrainerState {
    private final TrainingCounters counters;
    private final String engine;
    private @Nullable WovenRecording categorized;
    private ArrayCategories categories = ArrayCategories.NONE;
    /** The recording that the categories are for. */
    private @Nullable WovenRecording asked;

    TrainerState(Trainer trainer) {
        counters = new TrainingCounters(trainer.getLoss(), trainer.getEvaluators());
        engine = trainer.getManager().getEngine().getEngineName();
    }

    /** A forward pass begins. What goes in has to be known before the first operation reads it. */
    synchronized void forwarding(NDList data) {
        WovenRecording recording = WovenSource.current();
        if (recording != null && recording.memory()) {
            categories(recording).inputs(data);
        }
    }

    /** A forward pass has ended: by now all parameters are there. */
    synchronized void forwarded(Trainer trainer, int samples) {
        counters.batch(samples);
        WovenRecording recording = WovenSource.current();
        if (recording != null && recording != categorized && recording.memory()) {
            categorized = recording;
            categories(recording).parameters(trainer.getModel().getBlock());
        }
    }

    private ArrayCategories categories(WovenRecording recording) {
        if (recording != asked) {
            asked = recording;
            categories = recording.arrays() ? ArrayCategories.byHandle(engine) : ArrayCategories.of(engine);
        }
        return categories;
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
