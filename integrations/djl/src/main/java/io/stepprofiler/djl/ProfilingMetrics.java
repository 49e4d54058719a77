package io.stepprofiler.djl;

import ai.djl.metric.Dimension;
import ai.djl.metric.Metric;
import ai.djl.metric.Metrics;
import ai.djl.metric.Unit;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Metrics of a trainer that also report additions to a training. Delegates to the user's metrics of the trainer; if
 * there are none, nothing is kept.
 */
final class ProfilingMetrics extends Metrics {
    private final TrackedTraining training;
    private final boolean kept;
    private final Metrics users;

    private ProfilingMetrics(TrackedTraining training, boolean kept, Metrics users) {
        this.training = training;
        this.kept = kept;
        this.users = users;
    }

    static ProfilingMetrics around(Metrics users, TrackedTraining training) {
        return new ProfilingMetrics(training, true, users);
    }

    static ProfilingMetrics keepingNothing(TrackedTraining training) {
        return new ProfilingMetrics(training, false, new Metrics());
    }

    boolean isOf(TrackedTraining other) {
        return training == other;
    }

    /** True if the user has set metrics. */
    boolean hasUsers() {
        return kept;
    }

    Metrics users() {
        return users;
    }

    @Override
    public void addMetric(String name, Number value) {
        training.metricAdded(name, value);
        if (kept) {
            users.addMetric(name, value);
        }
    }

    @Override
    public void addMetric(Metric metric) {
        if (kept) {
            users.addMetric(metric);
        }
    }

    @Override
    public void addMetric(String name, Number value, Unit unit, Dimension... dimensions) {
        if (kept) {
            users.addMetric(name, value, unit, dimensions);
        }
    }

    @Override
    public void setLimit(int limit) {
        users.setLimit(limit);
    }

    @Override
    public void setOnLimit(BiConsumer<Metrics, String> onLimit) {
        users.setOnLimit(onLimit);
    }

    @Override
    public boolean hasMetric(String name) {
        return users.hasMetric(name);
    }

    @Override
    public List<Metric> getMetric(String name) {
        return users.getMetric(name);
    }

    @Override
    public Set<String> getMetricNames() {
        return users.getMetricNames();
    }

    @Override
    public Metric latestMetric(String name) {
        return users.latestMetric(name);
    }

    @Override
    public Metric percentile(String name, int percentile) {
        return users.percentile(name, percentile);
    }

    @Override
    public double mean(String name) {
        return users.mean(name);
    }
}
