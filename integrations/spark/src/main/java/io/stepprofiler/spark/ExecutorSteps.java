package io.stepprofiler.spark;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.DistributedInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/** The plugin in an executor, which Spark calls for each task on its thread. */
final class ExecutorSteps implements ExecutorPlugin {
    private record RunningTask(TaskContext context, Scope scope, long startNanos) {}

    private static final ThreadLocal<@Nullable RunningTask> RUNNING = new ThreadLocal<>();
    private final Timer timer = new Timer("step-profiler-stages", true);
    private final PluginFailures failures = new PluginFailures();

    /** Writer of the ledger: none before the start, then a {@link StageLedger}, or a profile if the training marks steps. */
    private volatile AutoCloseable ledger = () -> {};

    /** Returns the directory for the ledgers of all applications; fails if it is not allowed. */
    static Path directory(SparkConf conf) {
        String directory = conf.get("spark.stepprofiler.dir", "");
        if (!directory.startsWith("/")) {
            throw new IllegalArgumentException("spark.stepprofiler.dir = '" + directory
                    + "' is not allowed: must be an absolute path, to files of which executors can append");
        }
        return Path.of(directory);
    }

    @Override
    public void init(PluginContext context, Map<String, String> ofDriver) {
        failures.guard(() -> context.metricRegistry().register("failures", failures.count));
        failures.guard(() -> ledger = start(context));
    }

    private AutoCloseable start(PluginContext context) {
        // In local mode, the executor is older than the id of the application, and is the driver.
        Path directory = directory(context.conf()).resolve(context.conf().get("spark.app.id", "local"));
        String name = "executor " + context.executorID();
        int rank = name.matches(".* \\d{1,9}") ? Integer.parseInt(context.executorID()) : 0;
        DistributedInfo worker = new DistributedInfo(rank, 0, "spark", "");
        LedgerOptions options = LedgerOptions.DEFAULT.withDirectory(directory);
        startWindows(context, directory, worker);
        if (context.conf().getBoolean("spark.stepprofiler.marked", false)) {
            return Profile.builder()
                    .name(name)
                    .schedule(Schedule.never())
                    .distributed(worker)
                    .ledger(options)
                    .yielding(true)
                    .start();
        }
        LedgerRun run = LedgerRun.ofThisProcess(
                name, EnvironmentProbe.environment(), LaunchProbe.launch(), Optional.of(worker), options.place());
        StageLedger stages = new StageLedger(run, directory, failures);
        TimerTask each = new TimerTask() {
            @Override
            public void run() {
                failures.guard(() -> stages.write(System.nanoTime(), (Integer) context.ask("executors"), false));
            }
        };
        timer.schedule(each, 0, 10_000);
        return stages;
    }

    private void startWindows(PluginContext context, Path directory, DistributedInfo worker) {
        failures.guard(FailureLog.Part.RECORDING, "No window of an executor can be requested", () -> {
            Duration length = Duration.ofMillis(context.conf().getTimeAsMs("spark.stepprofiler.window", "0"));
            if (!length.isZero()) {
                Files.createDirectories(directory); // A request is a file in it.
                timer.schedule(new ExecutorWindows(directory, worker, length, failures), 0, 2_000);
            }
        });
    }

    @Override
    public void onTaskStart() {
        failures.guard(() -> {
            RUNNING.remove();
            TaskContext task = TaskContext.get();
            // Tasks of a barrier stage take as long as the slowest; later attempts are other work on each executor.
            boolean isCompared = task.stageAttemptNumber() == 0 && !(task instanceof BarrierTaskContext);
            if (isCompared && ledger instanceof StageLedger stages) {
                RUNNING.set(new RunningTask(task, Scope.open("stage " + task.stageId()), System.nanoTime()));
                stages.began(task, System.nanoTime());
            }
        });
    }

    @Override
    public void onTaskSucceeded() {
        ended(true);
    }

    @Override
    public void onTaskFailed(TaskFailedReason reason) {
        ended(false);
    }

    private void ended(boolean isDone) {
        failures.guard(() -> {
            RunningTask task = RUNNING.get();
            if (task != null && ledger instanceof StageLedger stages) {
                RUNNING.remove();
                task.scope.close();
                stages.ended(task.context, task.startNanos, System.nanoTime(), isDone);
            }
        });
    }

    @Override
    public void shutdown() {
        timer.cancel();
        failures.guard(() -> ledger.close());
    }
}
