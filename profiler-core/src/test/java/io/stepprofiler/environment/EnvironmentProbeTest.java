package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {
    @Test
    void environment_ofThisProcess_isWhatItsPropertiesSay() {
        Environment here = EnvironmentProbe.environment();
        assertThat(here.java()).isEqualTo(System.getProperty("java.version"));
        assertThat(here.virtualMachine()).contains(System.getProperty("java.vm.version"));
        assertThat(here.system()).contains(System.getProperty("os.arch"));
        assertThat(here.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(here.limits().machineProcessors()).isBetween(0, 1 << 16);
        assertThat(here.maxHeapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(here.collector()).isIn("G1", "Serial", "Parallel", "Z", "Shenandoah");
        assertThat(here.flags()).containsKey("ReservedCodeCacheSize");
        assertThat(here.limits().memoryBytes().orElseThrow()).isPositive();
    }

    @Test
    void arguments_areThoseThatSetUpTheMachineAndNoSecrets() {
        assertThat(EnvironmentProbe.arguments(List.of(
                        "-Xmx2g", "-Dpassword=x", "-XX:+UseZGC", "-javaagent:a.jar=token", "-XX:OnError=a b", "-ea")))
                .containsExactly("-Xmx2g", "-XX:+UseZGC");
    }

    @Test
    void frameworks_areFoundByTheFilesThatStateTheirVersions(@TempDir Path dir) throws IOException {
        Path djl = Files.createDirectories(dir.resolve("ai/djl/engine"));
        Files.writeString(djl.resolve("api.properties"), "djl_version=0.36.0\n");
        Path nd4j = Files.createDirectories(dir.resolve("META-INF/maven/org.nd4j/nd4j-api"));
        Files.writeString(nd4j.resolve("pom.properties"), "version=1.0.0-M2.1\ngroupId=org.nd4j\n");
        Path spark = dir.resolve("spark-version-info.properties");
        Files.writeString(spark, "branch=main\n");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, null)) {
            assertThat(Frameworks.versions(loader)).containsOnly(entry("DJL", "0.36.0"), entry("ND4J", "1.0.0-M2.1"));
        }
    }

    @Test
    void traces_thatAreRecorded_haveThatOfTheProcess() {
        List<Trace> traces = new CopyOnWriteArrayList<>();
        try (Profile profile = Profile.builder()
                .history(History.ofSteps(2))
                .onTraceReady(traces::add)
                .start()) {
            profile.step();
            profile.snapshot("because");
            Awaitility.await().until(() -> !traces.isEmpty());
        }
        assertThat(traces)
                .allSatisfy(
                        trace -> assertThat(Environment.of(trace).orElseThrow().java())
                                .isEqualTo(System.getProperty("java.version")));
    }
}
