package io.stepprofiler.djl;

import ai.djl.training.evaluator.Evaluator;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.loss.Loss;
import io.stepprofiler.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counters of what DJL computes anyway: loss and other evaluators, samples per second, epochs. */
final class TrainingCounters {
    private static final Counter THROUGHPUT = Counter.of("samples/s");
    private static final Counter EPOCHS = Counter.of("epochs");
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Counter> byMetric = new HashMap<>();
    private long samples;
    private long epochs;
    private long lastStepNanos;

    TrainingCounters(Loss loss, List<Evaluator> evaluators) {
        for (Evaluator each : evaluators) {
            String name = each == loss ? "loss" : each.getName();
            put(each, EvaluatorTrainingListener.TRAIN_ALL, name);
            put(each, EvaluatorTrainingListener.VALIDATE_EPOCH, "validation " + name);
        }
    }

    private void put(Evaluator evaluator, String stage, String counter) {
        byMetric.putIfAbsent(EvaluatorTrainingListener.metricName(evaluator, stage), Counter.of(counter));
    }

    /** Records a metric if it is one of an evaluator, which DJL adds for each batch and, of the validation, each epoch. */
    void metric(String name, Number value) {
        Counter counter = byMetric.get(name);
        boolean none = Double.isNaN(value.doubleValue()) && name.startsWith("validate");
        if (counter != null && !none) {
            counter.record(value.doubleValue());
        }
    }

    void batch(int size) {
        samples += size;
    }

    void step(long nanos) {
        if (lastStepNanos != 0 && samples > 0) {
            THROUGHPUT.record(samples * NANOS_PER_SECOND / Math.max(1, nanos - lastStepNanos));
        }
        EPOCHS.record((double) epochs);
        samples = 0;
        lastStepNanos = nanos;
    }

    /** Something other than steps is being done: the time of the next step would say nothing. */
    void interrupted() {
        lastStepNanos = 0;
    }

    void epoch() {
        epochs++;
        interrupted();
    }
}
