package io.stepprofiler.djl;

import ai.djl.metric.Metrics;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import io.stepprofiler.Profile;
import io.stepprofiler.djl.training.ArrayCategories;
import io.stepprofiler.djl.training.TrainingCounters;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Training by one trainer, tracked by its metrics and listeners: DJL adds a duration to the metrics at the end of a
 * phase, so that its start is known as well.
 *
 * <p>A step of the profile ends with the optimizer's step: the evaluation of a batch, which precedes it in DJL, and the
 * optimizer belong to the same step.
 */
final class TrackedTraining {
    private final WeakReference<Trainer> trainer;
    private final Profile profile;
    private final DjlFailureLog incidents;
    private final TrainingCounters counters;
    private final ArrayCategories categories;

    private long steps;
    private @Nullable Thread stepThread;
    /** End of the last step or validation batch; 0 while a batch is being trained. */
    private long idleSinceNanos;
    /** End of the last backward pass; 0 if there was none since the last step. */
    private long backwardEndNanos;
    /** Recording to which the categories of the parameters' memory were reported. */
    private @Nullable PhaseRecording categorized;

    TrackedTraining(Trainer trainer, Profile profile, DjlFailureLog incidents) {
        this.trainer = new WeakReference<>(trainer);
        this.profile = profile;
        this.incidents = incidents;
        counters = new TrainingCounters(trainer.getLoss(), trainer.getEvaluators(), true);
        categories = ArrayCategories.of(trainer.getManager().getEngine().getEngineName());
    }

    boolean isOf(Trainer other) {
        return trainer.get() == other;
    }

    /** True if the trainer has become unreachable. */
    boolean isAbandoned() {
        return trainer.get() == null;
    }

    Profile profile() {
        return profile;
    }

    long steps() {
        return steps;
    }

    /** Wraps the trainer's metrics, unless they are wrapped already: users may set metrics at any time. */
    void attach(Trainer to) {
        Metrics present = to.getMetrics();
        if (present == null) {
            to.setMetrics(ProfilingMetrics.keepingNothing(this));
        } else if (!(present instanceof ProfilingMetrics ours) || !ours.isOf(this)) {
            to.setMetrics(ProfilingMetrics.around(present, this));
        }
    }

    /** Restores the trainer's own metrics. */
    void detach(Trainer from) {
        Metrics present = from.getMetrics();
        if (present instanceof ProfilingMetrics ours && ours.isOf(this)) {
            from.setMetrics(ours.hasUsers() ? ours.users() : null);
        }
    }

    /** Called by the trainer when a metric is added; never throws. */
    void metricAdded(String name, Number value) {
        long now = System.nanoTime();
        incidents.attempt("metric", () -> {
            long start = now - value.longValue();
            switch (name) {
                case "forward" -> forwardEnded(start, now);
                case "backward" -> backwardEnded(start, now);
                case "step" -> stepEnded(start, now);
                default -> counters.metric(name, value);
            }
        });
    }

    private synchronized void forwardEnded(long startNanos, long endNanos) {
        // With several devices, only the stepping thread waits for data.
        if (idleSinceNanos != 0 && Thread.currentThread() == stepThread) {
            add(TrainerPhase.DATA_LOADING, idleSinceNanos, startNanos);
            idleSinceNanos = 0;
        }
        add(TrainerPhase.FORWARD, startNanos, endNanos);
    }

    private synchronized void backwardEnded(long startNanos, long endNanos) {
        add(TrainerPhase.LOSS_AND_BACKWARD, startNanos, endNanos);
        backwardEndNanos = endNanos;
    }

    private void stepEnded(long startNanos, long endNanos) {
        synchronized (this) {
            if (backwardEndNanos != 0) {
                add(TrainerPhase.METRICS, backwardEndNanos, startNanos);
                backwardEndNanos = 0;
            }
            add(TrainerPhase.OPTIMIZER, startNanos, endNanos);
            counters.step(endNanos);
            steps++;
        }
        categorizeParameters(); // For a window that opened before the first step.
        // A5: after the optimizer, which belongs to the batch.
        profile.step();
        categorizeParameters(); // For a window that has just begun.
        synchronized (this) {
            stepThread = Thread.currentThread();
            idleSinceNanos = System.nanoTime();
        }
    }

    /** Notes that a batch has been trained, up to the optimizer. */
    synchronized void batchTrained(Batch batch) {
        counters.batch(batch.getSize());
        PhaseRecording recording = TrainerPhases.current();
        if (recording != null && recording.wantsMemory()) {
            categories.inputs(batch.getData());
            categories.inputs(batch.getLabels());
        }
    }

    /** Notes the end of a validation batch. */
    synchronized void batchValidated() {
        long now = System.nanoTime();
        if (idleSinceNanos != 0 && Thread.currentThread() == stepThread) {
            add(TrainerPhase.VALIDATION, idleSinceNanos, now);
        }
        idleSinceNanos = now;
        stepThread = Thread.currentThread();
        counters.interrupted();
    }

    /** Notes the end of an epoch. */
    synchronized void epochEnded() {
        counters.epoch();
        idleSinceNanos = System.nanoTime();
    }

    private void categorizeParameters() {
        PhaseRecording recording = TrainerPhases.current();
        Trainer own = trainer.get();
        if (recording != null && recording != categorized && recording.wantsMemory() && own != null) {
            categorized = recording;
            categories.parameters(own.getModel().getBlock());
        }
    }

    private static void add(TrainerPhase phase, long startNanos, long endNanos) {
        PhaseRecording recording = TrainerPhases.current();
        if (recording != null) {
            recording.add(phase, startNanos, endNanos);
        }
    }
}
