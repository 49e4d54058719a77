package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadWriterTest {
    private static final List<String> OPTIONS =
            List.of("record_shapes", "profile_memory", "with_stack", "with_flops", "with_modules");

    private final TraceBuilder builder = new TraceBuilder();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 8, 16, 21, 31})
    void options_thatWereOn_areOne(int mask) {
        builder.options(
                new RecordingOptions((mask & 1) > 0, (mask & 2) > 0, (mask & 4) > 0, (mask & 8) > 0, (mask & 16) > 0));

        JsonNode root = root();

        for (int i = 0; i < OPTIONS.size(); i++) {
            JsonNode option = root.path(OPTIONS.get(i));
            assertThat(option.isMissingNode()).isEqualTo((mask & 1 << i) == 0);
            assertThat(option.asInt()).isEqualTo(mask >> i & 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"java", "python", "''"})
    void process_isNamedIfItsNameIsKnown(String name) {
        builder.process(new ProcessInfo(4711, "node7", name));

        List<String> names = new ArrayList<>();
        root().path("traceEvents").forEach(event -> {
            if (event.path("name").textValue().equals("process_name")) {
                names.add(event.path("args").path("name").textValue());
            }
        });
        assertThat(names).isEqualTo(name.isEmpty() ? List.of() : List.of(name));
    }

    @Test
    void metadata_namedLikeAnOption_isPrefixed() {
        builder.metadata("with_stack", new MetadataValue("mine", false));

        assertThat(root().path("user_with_stack").textValue()).isEqualTo("mine");
        assertThat(root().has("with_stack")).isFalse();
    }

    @Test
    void groups_ofWorkers_areThoseOfTorch() {
        builder.distributed(new DistributedInfo(
                1,
                4,
                "nccl",
                "node7",
                List.of(
                        new ProcessGroup("0", "default_pg", "cuda:nccl", List.of(0, 1, 2, 3)),
                        new ProcessGroup("\"1\"", "", "", List.of())),
                "2.26.2"));

        assertThat(root().path("distributedInfo")).isEqualTo(Exported.read("""
                        {"backend": "nccl", "rank": 1, "world_size": 4, "host": "node7", "pg_count": 2, "pg_config": [
                        {"pg_name": "0", "pg_desc": "default_pg", "backend_config": "cuda:nccl", "pg_size": 4,
                        "ranks": [0, 1, 2, 3]},
                        {"pg_name": "\\"1\\"", "pg_desc": "", "backend_config": "", "pg_size": 0, "ranks": []}],
                        "nccl_version": "2.26.2"}""").root());
    }

    @Test
    void groups_notKnown_areNone() {
        builder.distributed(new DistributedInfo(0, 2, "gloo", ""));

        assertThat(root().path("distributedInfo")).isEqualTo(Exported.read("""
                        {"backend": "gloo", "rank": 0, "world_size": 2, "pg_count": 0, "pg_config": []}""").root());
    }

    @Test
    void worker_ofAnUnknownNumber_isOfNoMadeUpNumber() {
        builder.distributed(new DistributedInfo(3, 0, "", ""));

        assertThat(root().path("distributedInfo")).isEqualTo(Exported.read("""
                        {"backend": "", "rank": 3, "pg_count": 0, "pg_config": []}""").root());
    }

    private JsonNode root() {
        return Exported.json(builder.build()).root();
    }
}
