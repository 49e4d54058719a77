package io.stepprofiler.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.fleetspark.LocalSpark;
import io.stepprofiler.fleetspark.Reports;
import io.stepprofiler.fleetspark.SparkEngine;
import io.stepprofiler.fleetspark.WrittenFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@EnabledOnOs(OS.LINUX)
@Tag("long")
class SparkFleetTest {
    private static final List<String> LOOPBACK =
            List.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    @TempDir
    private Path directory;

    private Process start(String... words) throws IOException {
        SparkFleet options = CommandLine.populateCommand(new SparkFleet(), "--spark-memory=1g");
        ProcessBuilder builder = options.process(
                        new SparkHome(InstalledSpark.jars()),
                        InstalledSpark.CLASS_PATH,
                        Files.createDirectories(directory.resolve("temporary")),
                        List.of(words))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.command().addAll(1, InstalledSpark.QUICK);
        return builder.start();
    }

    /** The listening sockets while it runs are checked, too: each start of a virtual machine takes seconds. */
    @Test
    void packing_listensOnLoopbackOnly_andIsDoneAgainAfterItWasKilled() throws IOException, InterruptedException {
        Path run = directory.resolve("run7");
        Path lake = directory.resolve("lake");
        new WrittenFleet(8, 40, 1, true).write(run);

        Process process = start("fleet", "pack", run.toString(), "-o", lake.toString());
        try {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> Files.exists(lake.resolve(".packing-run7")) || !process.isAlive());
            assertThat(process.isAlive())
                    .as(Files.readString(directory.resolve("log")))
                    .isTrue();
            assertThat(ListeningSockets.of(process.pid())).isNotEmpty().isSubsetOf(LOOPBACK);
        } finally {
            process.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
        assertThat(lake.resolve("run=run7")).doesNotExist();

        SparkSession spark = LocalSpark.start("local[2]");
        try {
            assertThat(new SparkEngine().pack(List.of(run), lake, "run7")).isPresent();
            assertThat(Reports.bySpark(lake.resolve("run=run7"))).isEqualTo(Reports.ofOneProcess(run));
        } finally {
            spark.stop();
        }
        assertThat(lake.resolve(".packing-run7")).doesNotExist();
    }
}
