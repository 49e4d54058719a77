package io.stepprofiler.handlers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.traced.DeviceProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTimelineHandlerTest {
    @TempDir
    private Path dir;

    @Test
    void files_ofAChosenDeviceOnARank_areNamedAfterBoth() throws IOException {
        Trace trace =
                outOfMemory().distributed(new DistributedInfo(1, 2, "nccl", "")).build();

        MemoryTimelineHandler.to(dir)
                .device(Device.cuda(0))
                .formats(MemoryTimelineFormat.JSON)
                .onTraceReady(trace);

        assertThat(names(dir)).containsExactly("memory_1." + trace.start().epochNanos() + ".cuda_0.json");
    }

    @Test
    void onTraceReady_aSecondDevice_hasItsOwnNumbersInEachForm() throws IOException {
        DeviceProgram program = new DeviceProgram();
        for (int i = 0; i < 4; i++) {
            program.step(() -> {
                program.on(0).allocate(1 << 20, 8 << 20);
                long temporary = program.on(1).allocate(3 << 20, 8 << 20);
                program.compute(DeviceProgram.MICRO);
                program.free(temporary, 3 << 20, 8 << 20);
                program.allocate(2 << 20, 8 << 20);
                program.compute(DeviceProgram.MILLI);
            });
        }
        Trace trace = program.trace();
        MemoryTimelineHandler.to(dir)
                .device(Device.cuda(1))
                .formats(MemoryTimelineFormat.JSON, MemoryTimelineFormat.RAW_JSON_GZ)
                .onTraceReady(trace);

        String stem = "memory." + trace.start().epochNanos() + ".cuda_1";
        assertThat(names(dir)).containsExactly(stem + ".json", stem + ".raw.json.gz");
        JsonNode json = new ObjectMapper().readTree(dir.resolve(stem + ".json").toFile());
        long most = 0;
        for (JsonNode sizes : json.get(1)) {
            long sum = 0;
            for (JsonNode bytes : sizes) {
                sum += bytes.asLong();
            }
            most = Math.max(most, sum);
        }
        assertThat(most).isEqualTo((3 * 2 + 3) << 20);
        try (InputStream raw = new GZIPInputStream(Files.newInputStream(dir.resolve(stem + ".raw.json.gz")))) {
            long sum = 0;
            for (JsonNode row : new ObjectMapper().readTree(raw)) {
                sum += row.get(2).asLong();
            }
            assertThat(sum).isEqualTo((4L * 2) << 20);
        }
        assertThat(LeakReport.of(trace).retained())
                .extracting(each -> each.device(), each -> each.bytes())
                .containsExactlyInAnyOrder(tuple(Device.cuda(0), 4L << 20), tuple(Device.cuda(1), 8L << 20));
    }

    @Test
    void onTraceReady_outOfMemoryAlone_writesAFile() throws IOException {
        MemoryTimelineHandler.to(dir)
                .formats(MemoryTimelineFormat.JSON)
                .onTraceReady(outOfMemory().build());

        assertThat(names(dir)).hasSize(1);
    }

    private static TraceBuilder outOfMemory() {
        return new TraceBuilder()
                .options(RecordingOptions.ALL)
                .memory(new MemoryEvent(
                        5,
                        1,
                        MemoryAction.OUT_OF_MEMORY,
                        Device.cuda(0),
                        0,
                        1L << 40,
                        -1,
                        0,
                        MemoryCategory.UNKNOWN,
                        -1));
    }

    @Test
    void onStart_profileWithoutMemory_saysWhatIsMissing() {
        RecordingOptions nothing = new TraceBuilder().build().options();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryTimelineHandler.to(dir).onStart(nothing))
                .withMessageContaining("recordShapes, profileMemory, withStack required");
    }

    @Test
    void onStart_profileThatRecordsAll_createsTheDirectory() throws IOException {
        MemoryTimelineHandler.to(dir.resolve("a"))
                .formats(MemoryTimelineFormat.JSON)
                .onStart(RecordingOptions.ALL);

        assertThat(names(dir.resolve("a"))).isEmpty();
    }

    @Test
    void onTraceReady_noMemoryEvents_writesNothing() throws IOException {
        MemoryTimelineHandler.to(dir)
                .onTraceReady(new TraceBuilder().options(RecordingOptions.ALL).build());

        assertThat(names(dir)).isEmpty();
    }

    @Test
    void onStart_pageWithoutReports_saysWhatToAdd() {
        assertThatIllegalStateException()
                .isThrownBy(() -> MemoryTimelineHandler.to(dir).onStart(RecordingOptions.ALL))
                .withMessageContaining("add the artifact step-profiler-report");
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
