package io.stepprofiler.djl.training;

import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.loss.Loss;
import io.stepprofiler.BatchSize;
import io.stepprofiler.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters of values that DJL computes anyway: loss and other evaluators, size of batches, samples per second, epochs.
 * For one thread at a time.
 */
public final class TrainingCounters {
    private static final Counter THROUGHPUT = Counter.of("samples/s");
    private static final Counter EPOCHS = Counter.of("epochs");
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Counter> byMetric = new HashMap<>();
    private long samples;
    private final boolean epochsKnown;
    private long epochs;
    private long lastStepNanos;

    /**
     * Creates the counters of a trainer.
     *
     * @param loss its loss, whose counter is named {@code loss}
     * @param evaluators its evaluators, including the loss; their counters have their names
     * @param epochsKnown true if {@link #epoch()} will be called; otherwise there is no counter of epochs
     */
    public TrainingCounters(Loss loss, List<Evaluator> evaluators, boolean epochsKnown) {
        this.epochsKnown = epochsKnown;
        for (Evaluator each : evaluators) {
            String name = each == loss ? "loss" : each.getName();
            put(each, EvaluatorTrainingListener.TRAIN_ALL, name);
            put(each, EvaluatorTrainingListener.VALIDATE_EPOCH, "validation " + name);
        }
    }

    private void put(Evaluator evaluator, String stage, String counter) {
        byMetric.putIfAbsent(EvaluatorTrainingListener.metricName(evaluator, stage), Counter.of(counter));
    }

    /**
     * Records a metric if it belongs to an evaluator; DJL adds these for each batch and, for validation, each epoch.
     *
     * @param name its name in the trainer's metrics
     * @param value its value
     */
    public void metric(String name, Number value) {
        Counter counter = byMetric.get(name);
        boolean none = Double.isNaN(value.doubleValue()) && name.startsWith("validate");
        if (counter != null && !none) {
            counter.record(value.doubleValue());
        }
    }

    /**
     * Adds a batch to the next step.
     *
     * @param size number of its samples
     */
    public void batch(int size) {
        samples += size;
    }

    /**
     * Notes the end of a step.
     *
     * @param nanos end of the step
     */
    public void step(long nanos) {
        BatchSize.record(samples);
        if (lastStepNanos != 0 && samples > 0) {
            THROUGHPUT.record(samples * NANOS_PER_SECOND / Math.max(1, nanos - lastStepNanos));
        }
        if (epochsKnown) {
            EPOCHS.record((double) epochs);
        }
        samples = 0;
        lastStepNanos = nanos;
    }

    /** Notes activity other than steps: the duration of the next step would be meaningless. */
    public void interrupted() {
        lastStepNanos = 0;
    }

    /** Notes the end of an epoch. */
    public void epoch() {
        epochs++;
        interrupted();
    }
}
