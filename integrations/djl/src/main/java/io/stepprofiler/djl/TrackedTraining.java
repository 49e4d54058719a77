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
 * The training by one trainer, from what its metrics and listeners tell: DJL adds to the metrics how long something
 * took at the moment when it ends, so that its begin is known as well.
 *
 * <p>A step of the profile ends when the optimizer's does: the evaluation of a batch, which DJL does before, and its
 * optimizer belong to its own step.
 */
final class TrackedTraining {
    private final WeakReference<Trainer> trainer;
    private final Profile profile;
    private final Incidents incidents;
    private final TrainingCounters counters;
    private final ArrayCategories categories;

    private long steps;
    private @Nullable Thread stepThread;
    /** When the last step or batch of validation ended; 0 if a batch is being trained. */
    private long idleSinceNanos;
    /** When the last backward pass ended; 0 if none has since the last step. */
    private long backwardEndNanos;
    /** The recording whose window has been told what the memory of the parameters is for. */
    private @Nullable PhaseRecording categorized;

    TrackedTraining(Trainer trainer, Profile profile, Incidents incidents) {
        this.trainer = new WeakReference<>(trainer);
        this.profile = profile;
        this.incidents = incidents;
        counters = new TrainingCounters(trainer.getLoss(), trainer.getEvaluators(), true);
        categories = ArrayCategories.of(trainer.getManager().getEngine().getEngineName());
    }

    boolean isOf(Trainer other) {
        return trainer.get() == other;
    }

    /** Whether the trainer has become unreachable or is closed. */
    boolean isAbandoned() {
        return trainer.get() == null;
    }

    Profile profile() {
        return profile;
    }

    long steps() {
        return steps;
    }

    /**
     * Puts itself between the trainer and its metrics, unless it is there already: users set metrics when they like.
     */
    void attach(Trainer to) {
        Metrics present = to.getMetrics();
        if (present == null) {
            to.setMetrics(ProfilingMetrics.keepingNothing(this));
        } else if (!(present instanceof ProfilingMetrics ours) || !ours.isOf(this)) {
            to.setMetrics(ProfilingMetrics.around(present, this));
        }
    }

    /** Gives the trainer its own metrics back. */
    void detach(Trainer from) {
        Metrics present = from.getMetrics();
        if (present instanceof ProfilingMetrics ours && ours.isOf(this)) {
            from.setMetrics(ours.hasUsers() ? ours.users() : null);
        }
    }

    /** Never throws: the trainer calls it. */
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
        // With several devices, only the thread that steps waits for data.
        if (idleSinceNanos != 0 && Thread.currentThread() == stepThread) {
            add(Phase.DATA_LOADING, idleSinceNanos, startNanos);
            idleSinceNanos = 0;
        }
        add(Phase.FORWARD, startNanos, endNanos);
    }

    private synchronized void backwardEnded(long startNanos, long endNanos) {
        add(Phase.LOSS_AND_BACKWARD, startNanos, endNanos);
        backwardEndNanos = endNanos;
    }

    private void stepEnded(long startNanos, long endNanos) {
        synchronized (this) {
            if (backwardEndNanos != 0) {
                add(Phase.METRICS, backwardEndNanos, startNanos);
                backwardEndNanos = 0;
            }
            add(Phase.OPTIMIZER, startNanos, endNanos);
            counters.step(endNanos);
            steps++;
        }
        categorizeParameters(); // Of a window that is open since before the first step.
        profile.step();
        categorizeParameters(); // Of a window that has just begun.
        synchronized (this) {
            stepThread = Thread.currentThread();
            idleSinceNanos = System.nanoTime();
        }
    }

    /** A batch has been trained, but for the optimizer. */
    synchronized void batchTrained(Batch batch) {
        counters.batch(batch.getSize());
        PhaseRecording recording = TrainerPhases.current();
        if (recording != null && recording.wantsMemory()) {
            categories.inputs(batch.getData());
            categories.inputs(batch.getLabels());
        }
    }

    /** A batch of validation is over. */
    synchronized void batchValidated() {
        long now = System.nanoTime();
        if (idleSinceNanos != 0 && Thread.currentThread() == stepThread) {
            add(Phase.VALIDATION, idleSinceNanos, now);
        }
        idleSinceNanos = now;
        stepThread = Thread.currentThread();
        counters.interrupted();
    }

    /** An epoch is over. */
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

    private static void add(Phase phase, long startNanos, long endNanos) {
        PhaseRecording recording = TrainerPhases.current();
        if (recording != null) {
            recording.add(phase, startNanos, endNanos);
        }
    }
}
