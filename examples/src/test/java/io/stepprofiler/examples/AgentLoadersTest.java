package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.examples.AgentProcess.Result;
import io.stepprofiler.examples.program.DjlTraining;
import io.stepprofiler.examples.program.OwnLoaders;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs in class loaders of their own, under the agent. */
@Tag("long")
class AgentLoadersTest {
    @TempDir
    private Path dir;

    @ParameterizedTest
    @EnumSource
    void djl_inALoaderOfItsOwn_hasEverythingThatItHasOnTheClassPath(OwnLoaders.Kind kind) throws Exception {
        Result result = run(kind, "ops=woven,active=3", DjlTraining.class);
        assertThat(result.status()).as(String.join("\n", result.err())).isZero();
        assertThat(result.out()).containsExactly("trained by Loader");
        assertThat(result.windows()).singleElement().satisfies(window -> {
            assertThat(window.document().get("djl layer").asText())
                    .startsWith("woven operations, blocks, trainer phases (")
                    .doesNotContain("without");
            assertThat(window.modules())
                    .isEqualTo(Map.of(
                            "nn.Module: SequentialBlock_0", 3L,
                            "nn.Module: batchFlatten_0", 3L,
                            "nn.Module: Linear_0", 3L,
                            "nn.Module: LambdaBlock_0", 3L,
                            "nn.Module: Linear_1", 3L));
            assertThat(window.scopes())
                    .containsEntry("forward", 3L)
                    .containsEntry("backward", 3L)
                    .containsEntry("djl::linear", 6L);
            assertThat(window.document().toString()).contains("[[16,20],[8,20],[8]");
            assertThat(window.counters()).containsEntry("loss", 3L).containsEntry("samples/s", 3L);
            assertThat(window.account().get("dropped")).isEmpty();
            assertThat(window.account().get("unfinished")).isEmpty();
            assertThat(window.account().get("anomalies")).isEmpty();
        });
    }

    private Result run(OwnLoaders.Kind kind, String options, Class<?> program) throws Exception {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String libraries = Arrays.stream(all.split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains(File.separator + "target" + File.separator))
                .collect(Collectors.joining(File.pathSeparator));
        String classPath = Stream.of(AgentProcess.locationOf(program).toString(), libraries)
                .collect(Collectors.joining(File.pathSeparator));
        return new AgentProcess(dir)
                .agent(options)
                .jvm("--enable-native-access=ALL-UNNAMED")
                .run(OwnLoaders.class, kind.name(), classPath, program.getName());
    }
}
