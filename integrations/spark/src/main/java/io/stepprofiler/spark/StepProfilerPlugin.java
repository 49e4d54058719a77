package io.stepprofiler.spark;

import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Plugin of Spark that writes a step ledger of each executor: {@code
 * spark.plugins=io.stepprofiler.spark.StepProfilerPlugin}; docs/recipes.md has its options. It throws nothing into the
 * program: its metric {@code failures} counts failures, and the first one is logged.
 */
public final class StepProfilerPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new ExecutorCount();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorSteps();
    }

    /** The plugin in the driver: answers each question of an executor by the number of executors. */
    private static final class ExecutorCount implements DriverPlugin {
        private volatile IntSupplier executors = () -> 0;

        @Override
        public Map<String, String> init(SparkContext spark, PluginContext context) {
            new PluginFailures().guard(() -> ExecutorSteps.directory(context.conf()));
            executors = () -> spark.statusTracker().getExecutorInfos().length - 1; // The driver is in the list, too.
            return Map.of();
        }

        @Override
        public Object receive(Object question) {
            return executors.getAsInt();
        }
    }
}
