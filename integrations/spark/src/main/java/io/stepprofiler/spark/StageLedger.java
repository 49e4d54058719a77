package io.stepprofiler.spark;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.stepprofiler.columns.StepColumn;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledgerfile.LedgerCopier;
import io.stepprofiler.ledgerfile.LedgerWriter;
import io.stepprofiler.recording.StepRings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;

/**
 * Step ledger of an executor whose steps are stages: the mean times of its tasks. It does not hear of the end of a stage,
 * which has ended here when no task of it has run here for some seconds. For any thread.
 */
final class StageLedger implements AutoCloseable {
    /** Longer than the scheduler lets an executor idle before it gives it tasks whose data is elsewhere: 3 s. */
    static final long IDLE_NANOS = SECONDS.toNanos(5);

    private final Map<Integer, Stage> stages = new TreeMap<>();
    /** Stages with a row: a later task would make a second one. */
    private final Set<Integer> written = new HashSet<>();

    private final StepRings rings = new StepRings();
    private final LedgerWriter writer;
    private final LedgerCopier copier;
    private int executors;

    /** End of the last row. Rows adjoin: a gap would be time in which the profiler kept the program waiting. */
    private long endNanos = System.nanoTime();

    private static final class Stage {
        private final Map<StepColumn, Long> sums = new EnumMap<>(StepColumn.class);
        private int tasks;
        private int running;
        private int done;
        private long lastNanos;
    }

    StageLedger(LedgerRun run, Path directory, PluginFailures failures) {
        writer = new LedgerWriter(run, directory.resolve(run.fileName()), LedgerOptions.DEFAULT.maxBytes(), rings);
        copier = new LedgerCopier(writer, failures);
        rings.wake(copier.start());
    }

    synchronized void began(TaskContext task, long now) {
        if (written.contains(task.stageId())) {
            return;
        }
        Stage stage = stages.computeIfAbsent(task.stageId(), any -> new Stage());
        stage.tasks = task.numPartitions();
        stage.running++;
        stage.lastNanos = now;
    }

    synchronized void ended(TaskContext task, long startNanos, long now, boolean isDone) {
        Stage stage = stages.getOrDefault(task.stageId(), new Stage());
        stage.running--;
        stage.lastNanos = now;
        if (isDone) {
            stage.done++;
            figures(task.taskMetrics(), now - startNanos)
                    .forEach((column, figure) -> stage.sums.merge(column, figure, Long::sum));
        }
    }

    private static Map<StepColumn, Long> figures(TaskMetrics metrics, long duration) {
        // The only waits for other executors.
        long waits = MILLISECONDS.toNanos(metrics.shuffleReadMetrics().fetchWaitTime());
        return Map.of(
                StepColumn.DURATION_NANOS, duration,
                StepColumn.CPU_NANOS, metrics.executorCpuTime(),
                StepColumn.PAUSE_NANOS, MILLISECONDS.toNanos(metrics.jvmGCTime()),
                StepColumn.COMMUNICATION_NANOS, Math.min(waits, duration));
    }

    /** Writes the stages that have ended, all if the executor ends; but none of fewer tasks than there are executors. */
    synchronized void write(long now, int present, boolean isLast) {
        executors = present;
        stages.entrySet().removeIf(each -> {
            Stage stage = each.getValue();
            boolean hasEnded = isLast || (stage.running <= 0 && now - stage.lastNanos >= IDLE_NANOS);
            if (hasEnded && stage.done > 0 && stage.tasks >= executors) {
                rings.steps().add(row(each.getKey(), stage));
                written.add(each.getKey());
            }
            return hasEnded;
        });
    }

    private long[] row(long id, Stage stage) {
        Map<StepColumn, Long> row =
                new EnumMap<>(Map.of(StepColumn.NUMBER, id, StepColumn.START_NANOS, endNanos, StepColumn.FLAGS, 0L));
        stage.sums.forEach((column, sum) -> row.put(column, sum / stage.done));
        endNanos += row.getOrDefault(StepColumn.DURATION_NANOS, 0L);
        return Arrays.stream(StepColumn.values())
                .mapToLong(column -> row.getOrDefault(column, StepLedger.UNKNOWN))
                .toArray();
    }

    @Override
    public void close() {
        write(System.nanoTime(), executors, true);
        rings.wake(null);
        writer.end();
        copier.stop();
        copier.flush();
    }
}
