package io.stepprofiler.handlers.tensorboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorBoardHandlerTest {
    private static final long NANOS = 1_795_253_118_397_382_707L;
    /** Names that the plugin takes for those of trace files. */
    private static final Pattern PLUGIN = Pattern.compile("^(.*?)(\\.\\d+)?\\.pt\\.trace\\.json(?:\\.gz)?$");

    @TempDir
    private Path dir;

    private final TraceBuilder builder = new TraceBuilder()
            .process(new ProcessInfo(4711, "node7"))
            .window(new ClockAnchor(0, NANOS), new ClockAnchor(9, NANOS + 9));

    @Test
    void file_byDefault_isCompressedAndNamedByHostAndProcess() throws IOException {
        TensorBoardHandler.to(dir).onTraceReady(trace());

        assertThat(files()).containsExactly("node7_4711." + NANOS + ".pt.trace.json.gz");
        assertReadable(dir.resolve(files().get(0)));
    }

    @Test
    void howToOpen_namesThePluginAndTheDirectory() {
        assertThat(TensorBoardHandler.to(dir).howToOpen())
                .contains("torch_tb_profiler")
                .endsWith("tensorboard --logdir " + dir);
    }

    @Test
    void file_distributed_endsInTheRank() throws IOException {
        builder.distributed(new DistributedInfo(3, 8, "gloo", "node7"));

        TensorBoardHandler.to(dir).onTraceReady(trace());

        assertThat(files()).containsExactly("node7_4711_3." + NANOS + ".pt.trace.json.gz");
    }

    @Test
    void file_notCompressed_isJson() throws IOException {
        TensorBoardHandler.to(dir).gzip(false).onTraceReady(trace());

        assertThat(files()).containsExactly("node7_4711." + NANOS + ".pt.trace.json");
        assertThat(new JsonMapper()
                        .readTree(dir.resolve(files().get(0)).toFile())
                        .path("traceEvents")
                        .isArray())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "worker_0, worker_0",
        "../../etc/passwd, .._.._etc_passwd",
        "a b\\c:d*e, a_b_c_d_e",
        "., _",
        ".., __",
        "..., ___",
        "wörk, w_rk",
        "a.1, a.1"
    })
    void workerName_unsafe_becomesSafe(String name, String safe) throws IOException {
        TensorBoardHandler.to(dir).workerName(name).onTraceReady(trace());

        assertThat(files()).containsExactly(safe + "." + NANOS + ".pt.trace.json.gz");
        assertThat(PLUGIN.matcher(files().get(0)))
                .matches()
                .satisfies(found -> assertThat(found.group(1)).isEqualTo(safe))
                .satisfies(found -> assertThat(found.group(2)).isEqualTo("." + NANOS));
    }

    @Test
    void workerName_empty_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TensorBoardHandler.to(dir).workerName(""))
                .withMessageContaining("workerName")
                .withMessageContaining("\"\"")
                .withMessageContaining("1 to 128 characters");
    }

    @Test
    void workerName_ofALongHost_keepsTheNumbers() throws IOException {
        builder.process(new ProcessInfo(4711, "h".repeat(300) + "/.."))
                .distributed(new DistributedInfo(3, 8, "gloo", "node7"));

        TensorBoardHandler.to(dir).onTraceReady(trace());

        assertThat(files()).containsExactly("h".repeat(121) + "_4711_3." + NANOS + ".pt.trace.json.gz");
    }

    @Test
    void file_thatExists_isNotOverwritten() throws IOException {
        Path taken = dir.resolve("node7_4711." + NANOS + ".pt.trace.json.gz");
        Files.writeString(taken, "precious");

        TensorBoardHandler.to(dir).onTraceReady(trace());

        assertThat(taken).hasContent("precious");
        assertThat(files())
                .contains("node7_4711." + (NANOS + 1) + ".pt.trace.json.gz")
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "file/below"})
    void onStart_fileInTheWay_saysWhoCannotWriteWhere(String name) throws IOException {
        Files.writeString(dir.resolve("file"), "x");
        Path path = dir.resolve(name);

        assertThatThrownBy(() -> TensorBoardHandler.to(path).onStart(RecordingOptions.NONE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("dir = " + path.toAbsolutePath())
                .hasMessageContaining("user " + System.getProperty("user.name"))
                .hasMessageContaining("name another directory");
    }

    private Trace trace() {
        builder.thread(1, "main").add(builder.nameId("a"), 0, 5);
        return builder.build();
    }

    /** The names of the files that are no temporary ones, sorted. */
    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(dir)) {
            return all.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") || !name.endsWith(".tmp"))
                    .sorted()
                    .toList();
        }
    }

    private static void assertReadable(Path file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            assertThat(new JsonMapper().readTree(in).path("traceName").textValue())
                    .isEqualTo(file.getFileName().toString());
        }
    }
}
