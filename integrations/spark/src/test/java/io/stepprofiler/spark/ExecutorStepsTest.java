package io.stepprofiler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.stepprofiler.Profile;
import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.TaskResultLost$;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.resource.ResourceInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutorStepsTest {
    @TempDir
    private Path directory;

    private final SparkConf conf = new SparkConf(false).set("spark.app.id", "app-1");
    private final MetricRegistry metrics = new MetricRegistry();
    private final ExecutorSteps plugin = new ExecutorSteps();
    private volatile Object executors = 2;

    /** Executor 7, whose driver answers by the number of executors. */
    private final class Executor implements PluginContext {
        @Override
        public MetricRegistry metricRegistry() {
            return metrics;
        }

        @Override
        public SparkConf conf() {
            return conf;
        }

        @Override
        public String executorID() {
            return "7";
        }

        @Override
        public String hostname() {
            throw new IllegalStateException("it is not known yet");
        }

        @Override
        public Map<String, ResourceInformation> resources() {
            return Map.of();
        }

        @Override
        public void send(Object message) {}

        @Override
        public Object ask(Object message) {
            return executors;
        }
    }

    private void start() {
        conf.set("spark.stepprofiler.dir", directory.toString());
        plugin.init(new Executor(), Map.of());
    }

    private static TaskContextImpl task(int stage, int attempt, int tasks, TaskMetrics figures) {
        return new TaskContextImpl(
                stage,
                attempt,
                0,
                0,
                0,
                tasks,
                null,
                new Properties(),
                null,
                figures,
                1,
                scala.collection.immutable.Map$.MODULE$.empty());
    }

    private static TaskMetrics metrics(long cpuNanos, long collectionMillis, long waitMillis) {
        TaskMetrics figures = new TaskMetrics();
        figures.setExecutorCpuTime(cpuNanos);
        figures.setJvmGCTime(collectionMillis);
        figures.createTempShuffleReadMetrics().incFetchWaitTime(waitMillis);
        figures.mergeShuffleReadMetrics();
        return figures;
    }

    /** Runs a task as an executor does, which unsets its context before the end. */
    private void run(TaskContext task, boolean isDone) {
        TaskContext$.MODULE$.setTaskContext(task);
        plugin.onTaskStart();
        TaskContext$.MODULE$.unset();
        if (isDone) {
            plugin.onTaskSucceeded();
        } else {
            plugin.onTaskFailed(TaskResultLost$.MODULE$);
        }
    }

    private StepLedger ledger() throws IOException {
        plugin.shutdown();
        try (Stream<Path> files = Files.list(directory.resolve("app-1"))) {
            return StepLedger.read(files.findFirst().orElseThrow());
        }
    }

    private boolean isWritten() throws IOException {
        Path dir = directory.resolve("app-1");
        try (Stream<Path> files = Files.exists(dir) ? Files.list(dir) : Stream.empty()) {
            return files.anyMatch(file -> file.toString().endsWith(StepLedger.SUFFIX));
        }
    }

    private long failures() {
        return ((Counter) metrics.getMetrics().get("failures")).getCount();
    }

    @AfterEach
    void end() {
        plugin.shutdown();
        TaskContext$.MODULE$.unset();
    }

    @Test
    void tasks_ofAStage_areAStepWithTheirMeanFigures() throws IOException {
        start();
        run(task(3, 0, 4, metrics(1_000, 2, 0)), true);
        run(task(3, 0, 4, metrics(3_000, 4, 0)), true);
        run(task(9, 0, 4, metrics(5_000, 0, 0)), true);

        StepLedger ledger = ledger();

        assertThat(ledger.run().rank()).hasValue(7);
        assertThat(ledger.isEnded()).isTrue();
        assertThat(ledger.losses()).isEqualTo(LedgerLosses.NONE);
        assertThat(ledger.size()).isEqualTo(2);
        assertThat(List.of(ledger.number(0), ledger.number(1))).containsExactly(3L, 9L);
        assertThat(ledger.durationNanos(0)).isPositive();
        assertThat(ledger.startNanos(1)).isEqualTo(ledger.startNanos(0) + ledger.durationNanos(0));
        assertThat(ledger.value(StepValue.CPU_NANOS, 0)).isEqualTo(2_000);
        assertThat(ledger.value(StepValue.PAUSE_NANOS, 0)).isEqualTo(3_000_000);
        assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 0)).isZero();
        assertThat(ledger.value(StepValue.BATCH, 0)).isEqualTo(StepLedger.UNKNOWN);
        assertThat(failures()).isZero();
    }

    @Test
    void wait_forShuffledData_isNoLongerThanTheTask() throws IOException {
        start();
        run(task(0, 0, 4, metrics(0, 0, 1_000_000)), true);

        StepLedger ledger = ledger();

        assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 0)).isEqualTo(ledger.durationNanos(0));
    }

    @Test
    void laterAttemptsAndFailedTasks_areNoSteps() throws IOException {
        start();
        run(task(0, 0, 4, metrics(0, 0, 0)), true);
        run(task(1, 1, 4, metrics(0, 0, 0)), true);
        run(task(4, 0, 4, metrics(0, 0, 0)), false);
        run(task(6, 0, 4, metrics(0, 0, 0)), true);

        StepLedger ledger = ledger();

        assertThat(ledger.size()).isEqualTo(2);
        assertThat(List.of(ledger.number(0), ledger.number(1))).containsExactly(0L, 6L);
        assertThat(failures()).isZero();
    }

    private StageLedger stages() {
        LedgerRun run = LedgerRun.ofThisProcess(
                "", EnvironmentProbe.environment(), LaunchProbe.launch(), Optional.empty(), JobPlace.UNKNOWN);
        return new StageLedger(run, directory.resolve("app-1"), new PluginFailures());
    }

    private static void run(StageLedger stages, TaskContext task) {
        stages.began(task, 0);
        stages.ended(task, 0, 100, true);
    }

    @Test
    void stage_thatHasEnded_isInTheFileWhileTheExecutorRuns() throws IOException {
        try (StageLedger stages = stages()) {
            run(stages, task(2, 0, 4, metrics(10, 0, 0)));
            stages.began(task(3, 0, 4, metrics(10, 0, 0)), 0);
            stages.write(99 + StageLedger.IDLE_NANOS, 4, false);
            stages.write(100 + StageLedger.IDLE_NANOS, 4, false);
            await().until(this::isWritten);

            StepLedger ledger = ledger();

            assertThat(ledger.isEnded()).isFalse();
            assertThat(ledger.size()).isEqualTo(1);
            assertThat(ledger.number(0)).isEqualTo(2);
            assertThat(ledger.durationNanos(0)).isEqualTo(100);
        }
    }

    @Test
    void stage_ofFewerTasksThanExecutors_isNoStep() throws IOException {
        try (StageLedger stages = stages()) {
            run(stages, task(2, 0, 3, metrics(10, 0, 0)));
            run(stages, task(3, 0, 4, metrics(10, 0, 0)));
            stages.write(100 + StageLedger.IDLE_NANOS, 4, false);
        }

        StepLedger ledger = ledger();

        assertThat(ledger.size()).isEqualTo(1);
        assertThat(ledger.number(0)).isEqualTo(3);
    }

    @Test
    void failures_ofTheDriverAndOfContexts_areCountedAndReachNoTask() throws IOException {
        executors = "an answer of another version";
        start();
        TaskContext$.MODULE$.unset();
        plugin.onTaskStart();
        run(task(3, 0, 4, metrics(1_000, 0, 0)), true);

        await().until(() -> failures() >= 2);

        assertThat(ledger().size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hdfs://host/log", "s3a://bucket/log", "log"})
    void directory_thatIsNoAbsolutePath_isAFailureAndNoLedger(String name) {
        conf.set("spark.stepprofiler.dir", name);
        plugin.init(new Executor(), Map.of());
        run(task(3, 0, 4, metrics(1_000, 0, 0)), true);

        assertThat(failures()).isEqualTo(1);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void steps_markedByTheTraining_areTheLedgerIfWanted() throws IOException {
        conf.set("spark.stepprofiler.marked", "true");
        start();
        run(task(3, 0, 4, metrics(1_000, 0, 0)), true);
        for (int step = 0; step < 5; step++) {
            Profile.running().ifPresent(Profile::step);
        }

        StepLedger ledger = ledger();

        assertThat(ledger.run().rank()).hasValue(7);
        assertThat(ledger.stepCount()).isEqualTo(5);
        assertThat(Profile.running()).isEmpty();
    }

    @Test
    void window_onRequest_hasTheTasksAndTheExecutorsRank() throws IOException {
        conf.set("spark.stepprofiler.window", "1s");
        start();
        Path job = Files.createDirectories(directory.resolve("app-1"));
        Path request = Files.createFile(job.resolve("capture-7"));
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            run(task(3, 0, 1, metrics(1, 1, 0)), true);
            return windows(job).findAny().isPresent();
        });
        plugin.shutdown();

        Path window = windows(job).findFirst().orElseThrow();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(window))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("\"stage 3\"", "\"rank\": 7");
        }
        assertThat(request).doesNotExist();
        assertThat(failures()).isZero();
    }

    private static Stream<Path> windows(Path job) throws IOException {
        try (Stream<Path> files = Files.list(job)) {
            return files
                    .filter(file -> file.getFileName().toString().matches("capture-7[.]\\d+[.]json[.]gz"))
                    .toList()
                    .stream();
        }
    }
}
