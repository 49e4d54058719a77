package io.stepprofiler.handlers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.traced.LinearTraining;
import io.stepprofiler.traced.TracedProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineFilesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path dir;

    @Test
    void json_smallTimeline_isTimesAndNineSizesEach() throws IOException {
        MemoryTimeline timeline = MemoryTimeline.of(new TraceBuilder()
                .options(RecordingOptions.ALL)
                .window(new ClockAnchor(0, 5_000_000), new ClockAnchor(100_000, 5_100_000))
                .memory(MemoryEvent.freed(2_999, 1, 16, 40))
                .memory(MemoryEvent.allocated(3_000, 1, 32, 7))
                .memory(MemoryEvent.allocated(3_999, 1, 48, 8))
                .build());

        MemoryTimelineFormat.export(timeline, dir.resolve("t.json"));

        assertThat(Files.readString(dir.resolve("t.json")))
                .isEqualTo("[[5002,5002,5003]," + "[[0,0,0,0,0,0,0,0,40],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,15]]]");
    }

    @Test
    void jsonGz_anyTimeline_isTheJsonCompressed() throws IOException {
        MemoryTimeline timeline = MemoryTimeline.of(LinearTraining.of(3));

        MemoryTimelineFormat.export(timeline, dir.resolve("t.json"));
        MemoryTimelineFormat.export(timeline, dir.resolve("t.json.gz"));

        assertThat(unzipped("t.json.gz"))
                .isEqualTo(JSON.readTree(dir.resolve("t.json").toFile()));
    }

    @Test
    void raw_versionedTimeline_hasARowEachWayForANewVersion() throws IOException {
        TracedProgram program = new TracedProgram();
        long weight = program.existing(100);
        program.allocate(4);
        program.scope("Optimizer.step#SGD.step", () -> program.write("aten::add_", weight));

        MemoryTimelineFormat.export(MemoryTimeline.of(program.trace()), dir.resolve("t.raw.json.gz"));

        long allocated = TracedProgram.EPOCH + 1000;
        long updated = TracedProgram.EPOCH + 3000;
        assertThat(unzipped("t.raw.json.gz").toString())
                .isEqualTo("[[-1,1,100,1],[" + allocated + ",2,4,7],[" + updated + ",3,-100,1],[" + updated
                        + ",3,100,1]]");
    }

    @Test
    void raw_linearTraining_addsUpToTheJson() throws IOException {
        MemoryTimeline timeline = MemoryTimeline.of(LinearTraining.of(3));

        MemoryTimelineFormat.export(timeline, dir.resolve("t.json"));
        MemoryTimelineFormat.export(timeline, dir.resolve("t.raw.json.gz"));

        JsonNode sizes = JSON.readTree(dir.resolve("t.json").toFile()).get(1);
        long[] sums = new long[8];
        for (JsonNode row : unzipped("t.raw.json.gz")) {
            assertThat(row).hasSize(4);
            assertThat(row.get(1).asInt()).isBetween(1, 4);
            sums[row.get(3).asInt()] += row.get(2).asLong();
        }
        JsonNode last = sizes.get(sizes.size() - 1);
        for (int i = 0; i < sums.length; i++) {
            assertThat(last.get(i + 1).asLong()).isEqualTo(sums[i]);
        }
    }

    @Test
    void export_emptyTimeline_isStillWellFormed() throws IOException {
        MemoryTimeline empty = MemoryTimeline.of(
                new TraceBuilder().options(RecordingOptions.ALL).build());
        for (MemoryTimelineFormat format :
                List.of(MemoryTimelineFormat.RAW_JSON_GZ, MemoryTimelineFormat.JSON_GZ, MemoryTimelineFormat.JSON)) {
            MemoryTimelineFormat.export(empty, dir.resolve("t" + format.ending()));
        }

        assertThat(Files.readString(dir.resolve("t.json"))).isEqualTo("[[],[]]");
        assertThat(unzipped("t.json.gz").toString()).isEqualTo("[[],[]]");
        assertThat(unzipped("t.raw.json.gz").toString()).isEqualTo("[]");
    }

    @Test
    void export_unknownEnding_namesTheKnownOnes() {
        MemoryTimeline timeline = MemoryTimeline.of(LinearTraining.of(1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryTimelineFormat.export(timeline, dir.resolve("t.png")))
                .withMessageContaining("t.png")
                .withMessageContaining(".raw.json.gz, .json.gz, .json, .html");
    }

    private JsonNode unzipped(String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(dir.resolve(name)))) {
            return JSON.readTree(in);
        }
    }
}
