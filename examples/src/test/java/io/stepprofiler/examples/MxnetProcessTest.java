package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.examples.AgentProcess.Result;
import io.stepprofiler.examples.program.MxnetTraining;
import io.stepprofiler.pytorch.TorchSource;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of PyTorch in MXNet's profiler, with the class path alone. */
class MxnetProcessTest {
    @TempDir
    private Path dir;

    private AgentProcess process(Path torch) {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path module = AgentProcess.locationOf(TorchSource.class);
        Path[] others = Stream.concat(
                        Arrays.stream(all.split(File.pathSeparator, -1)).map(Path::of), Stream.of(torch))
                .filter(entry -> entry.equals(torch) || !entry.equals(module))
                .toArray(Path[]::new);
        return new AgentProcess(dir).classes(others).jvm("--enable-native-access=ALL-UNNAMED");
    }

    private void assertThatOperationsAreRecorded(Result result) throws Exception {
        String printed = String.join("\n", result.out()) + String.join("\n", result.err());
        assertThat(result.status()).as(printed).isZero();
        JsonNode trace = new ObjectMapper().readTree(dir.resolve("profile.json").toFile());
        assertThat(trace.get("traceEvents").findValuesAsText("name"))
                .as(printed)
                .contains("aten::addmm");
        assertThat(trace.path("torch").asText()).startsWith("libtorch ").contains("loaded while the window was open");
        assertThat(trace.has("operations")).isFalse();
    }

    @Test
    void profileAll_withTheModuleOnTheClassPath_hasOperations() throws Exception {
        Result result = process(AgentProcess.locationOf(TorchSource.class)).run(MxnetTraining.class, "configure");
        assertThatOperationsAreRecorded(result);
        assertThat(result.out()).contains("operator").anyMatch(line -> line.startsWith("aten::addmm "));
    }

    @Test
    void autostart_withTheAgentsJarOnTheClassPath_hasOperations() throws Exception {
        assertThatOperationsAreRecorded(
                process(AgentProcess.JAR).jvm("-DMXNET_PROFILER_AUTOSTART=1").run(MxnetTraining.class));
    }
}
