package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.event.Device;
import io.stepprofiler.handlers.memory.MemoryTimelineHandler;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.traced.DeviceProgram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of memory timelines of two GPUs, read back from the file that the handler writes. */
class MemoryReportTest {
    private static final Pattern MEMORY = Pattern.compile("id=\"block-0-memory\">([^<]*)<");
    private static final int STEPS = 4;
    private static final long MIB = 1 << 20;

    @TempDir
    private Path dir;

    /** The first GPU keeps one MiB of each step; the second keeps two, and has three more for a moment. */
    private static Trace training() {
        DeviceProgram program = new DeviceProgram();
        for (int i = 0; i < STEPS; i++) {
            program.step(() -> {
                program.on(0).allocate(MIB, 8 * MIB);
                long temporary = program.on(1).allocate(3 * MIB, 8 * MIB);
                program.compute(DeviceProgram.MICRO);
                program.free(temporary, 3 * MIB, 8 * MIB);
                program.allocate(2 * MIB, 8 * MIB);
                program.compute(DeviceProgram.MILLI);
            });
        }
        program.on(1).outOfMemory(64 * MIB, 8 * MIB);
        return program.trace();
    }

    private JsonNode memory(MemoryTimelineHandler handler) throws IOException {
        handler.onTraceReady(training());
        try (Stream<Path> files = Files.list(dir)) {
            Matcher block = MEMORY.matcher(Files.readString(files.findFirst().orElseThrow()));
            assertThat(block.find()).isTrue();
            byte[] zipped = Base64.getDecoder().decode(block.group(1));
            try (InputStream json = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
                return new ObjectMapper().readTree(json);
            }
        }
    }

    private static List<Long> totals(JsonNode device) {
        List<Long> totals = new ArrayList<>();
        for (JsonNode point : device.get("points")) {
            long sum = 0;
            for (int category = 1; category < point.size(); category++) {
                sum += point.get(category).asLong();
            }
            totals.add(sum / MIB);
        }
        return totals;
    }

    @Test
    void page_ofTwoGpus_hasTheTimelineOfEach() throws IOException {
        JsonNode first = memory(MemoryTimelineHandler.to(dir));
        JsonNode second = first.at("/others/0");

        assertThat(first.get("device").asText()).isEqualTo("cuda:0");
        assertThat(first.get("others")).hasSize(1);
        assertThat(second.get("device").asText()).isEqualTo("cuda:1");
        assertThat(totals(first)).endsWith(1L, 2L, 3L, 4L);
        assertThat(totals(second)).endsWith(3L, 2L, 5L, 4L, 7L, 6L, 9L, 8L);
        assertThat(first.at("/peak/bytes").asLong()).isEqualTo(STEPS * MIB);
        assertThat(second.at("/peak/bytes").asLong()).isEqualTo((3 * 2 + 3) * MIB);
        assertThat(first.get("outOfMemoryCount").asInt()).isZero();
        assertThat(second.get("outOfMemoryCount").asInt()).isEqualTo(1);
        // Number, start, end, at most, at the end.
        assertThat(first.get("steps").toString())
                .isEqualTo("[[0,0,1001000,1048576,1048576],[1,1001000,2002000,2097152,2097152],"
                        + "[2,2002000,3003000,3145728,3145728],[3,3003000,4004000,4194304,4194304]]");
        assertThat(second.get("steps").toString())
                .isEqualTo("[[0,0,1001000,3145728,2097152],[1,1001000,2002000,5242880,4194304],"
                        + "[2,2002000,3003000,7340032,6291456],[3,3003000,4004000,9437184,8388608]]");
    }

    @Test
    void page_ofTheSecondGpu_hasThatFirstAndTheOtherInside() throws IOException {
        JsonNode second = memory(MemoryTimelineHandler.to(dir).device(Device.cuda(1)));

        assertThat(second.get("device").asText()).isEqualTo("cuda:1");
        assertThat(second.at("/others/0/device").asText()).isEqualTo("cuda:0");
        assertThat(second.at("/others/0/peak/bytes").asLong()).isEqualTo(STEPS * MIB);
    }

    @Test
    void page_ofTwoGpus_hasWhatIsNeverFreedOnEach() throws IOException {
        JsonNode first = memory(MemoryTimelineHandler.to(dir));

        assertThat(first.at("/leaks/bytes").asLong())
                .isEqualTo(first.at("/others/0/leaks/bytes").asLong());
        assertThat(first.at("/leaks/places"))
                .extracting(place ->
                        place.get("device").asText() + " " + place.get("bytes").asLong() / MIB)
                .containsExactlyInAnyOrder("cuda:0 4", "cuda:1 8");
    }
}
