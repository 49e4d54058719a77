package io.stepprofiler.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.fleetspark.Reports;
import io.stepprofiler.fleetspark.WrittenFleet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master and two workers of Spark on this machine. */
@Tag("long")
class StandaloneClusterTest {
    private static final String HOST = "127.0.0.1";
    private static final String DEPLOY = "org.apache.spark.deploy.";

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        // The workers first: an executor ends with its worker.
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).destroy();
            assertThat(processes.get(i).waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private void start(String name, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of("java", "-Xmx256m"));
        command.addAll(InstalledSpark.QUICK);
        command.addAll(new SparkHome(InstalledSpark.jars()).moduleOptions());
        command.addAll(List.of("-cp", InstalledSpark.CLASS_PATH));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", InstalledSpark.HOME.toString());
        builder.environment().put("SPARK_LOCAL_IP", HOST);
        // Else it looks for the directories of Spark's own build.
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        processes.add(builder.start());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void report_ofAClusterOfProcesses_isTheReportOfOneProcess() throws IOException {
        Path run = directory.resolve("run");
        new WrittenFleet(32, 80, 2, true).write(run);
        int port = freePort();
        String master = "spark://" + HOST + ":" + port;
        start("master", List.of(DEPLOY + "master.Master", "--host", HOST, "--port", "" + port, "--webui-port", "0"));
        await().atMost(Duration.ofMinutes(1)).until(() -> isOpen(port));
        for (String worker : List.of("worker1", "worker2")) {
            Path work = Files.createDirectories(directory.resolve(worker));
            start(
                    worker,
                    List.of(
                            DEPLOY + "worker.Worker",
                            "--host",
                            HOST,
                            "--cores",
                            "1",
                            "--memory",
                            "600m",
                            "--webui-port",
                            "0",
                            "--work-dir",
                            work.toString(),
                            master));
        }

        SparkSession spark = SparkSession.builder()
                .master(master)
                .config("spark.driver.host", HOST)
                .config("spark.driver.bindAddress", HOST)
                .config("spark.ui.enabled", "false")
                .config("spark.executor.memory", "512m")
                .config("spark.executor.extraClassPath", InstalledSpark.CLASS_PATH)
                .config("spark.executor.extraJavaOptions", String.join(" ", InstalledSpark.QUICK))
                .config("spark.scheduler.minRegisteredResourcesRatio", "1")
                .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
                .getOrCreate();
        try {
            assertThat(Reports.bySpark(run)).isEqualTo(Reports.ofOneProcess(run));
            assertThat(spark.sparkContext().statusTracker().getExecutorInfos()).hasSize(3);
        } finally {
            spark.stop();
        }
    }
}
