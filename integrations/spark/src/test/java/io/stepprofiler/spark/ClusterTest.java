package io.stepprofiler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors of real clusters on this machine, one of which is slow. */
@Tag("long")
class ClusterTest {
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

    private Process start(String name, String... words) throws IOException {
        Process started = InstalledSpark.start(directory.resolve(name + ".log"), List.of(words));
        processes.add(started);
        return started;
    }

    private FleetReport train(String master, boolean isMarked) throws Exception {
        Path ledgers = directory.resolve("ledgers");
        Process training = start(
                "training", SlowedTraining.class.getName(), master, ledgers.toString(), "1", String.valueOf(isMarked));
        assertThat(training.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(training.exitValue())
                .as(Files.readString(directory.resolve("training.log")))
                .isZero();
        // A cluster ends executors after the program.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> read(ledgers).stream().filter(StepLedger::isEnded).count() == 2);
        return FleetReport.of(read(ledgers), List.of());
    }

    private static List<StepLedger> read(Path directory) throws IOException {
        List<StepLedger> ledgers = new ArrayList<>();
        try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            for (Path file : files.filter(each -> each.toString().endsWith(StepLedger.SUFFIX))
                    .toList()) {
                ledgers.add(StepLedger.read(file));
            }
        }
        return ledgers;
    }

    private String windowOfExecutor1() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("ledgers"))) {
            Path window = files.filter(file -> file.getFileName().toString().matches("capture-1[.]\\d+[.]json[.]gz"))
                    .findFirst()
                    .orElseThrow();
            try (InputStream in = new GZIPInputStream(Files.newInputStream(window))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    private static void assertThatExecutor1IsSlow(FleetComparison found) {
        assertThat(found.extent().steps()).isGreaterThanOrEqualTo(30);
        assertThat(found.stragglers()).extracting(Straggler::ranks).containsExactly(List.of(1));
        assertThat(found.stragglers()).allMatch(Straggler::isWarning);
        assertThat(found.extent().leftOut()).isEmpty();
    }

    @Test
    void slowExecutor_inABarrierStageThatMarksItsSteps_isFound() throws Exception {
        assertThatExecutor1IsSlow(train("local-cluster[2,1,1024]", true).comparison());
    }

    @Test
    void slowExecutor_ofATrainingByMllib_isFound() throws Exception {
        int port = freePort();
        String master = "spark://" + InstalledSpark.HOST + ":" + port;
        start(
                "master",
                DEPLOY + "master.Master",
                "--host",
                InstalledSpark.HOST,
                "--port",
                "" + port,
                "--webui-port",
                "0");
        await().atMost(Duration.ofMinutes(1)).until(() -> isOpen(port));
        for (String worker : List.of("worker1", "worker2")) {
            start(
                    worker,
                    DEPLOY + "worker.Worker",
                    "--host",
                    InstalledSpark.HOST,
                    "--cores",
                    "1",
                    "--memory",
                    "600m",
                    "--webui-port",
                    "0",
                    "--work-dir",
                    Files.createDirectories(directory.resolve(worker)).toString(),
                    master);
        }
        FleetReport report = train(master, false);
        assertThatExecutor1IsSlow(report.comparison());
        // The first stage is a barrier stage.
        assertThat(report.read().steps().numbers()).isNotEmpty().doesNotContain(0);
        assertThat(windowOfExecutor1()).contains("\"stage ");
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
}
