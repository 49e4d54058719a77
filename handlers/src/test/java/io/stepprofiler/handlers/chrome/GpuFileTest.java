package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.handlers.gpu.GpuTrace;
import io.stepprofiler.handlers.gpu.GpuTrace.Work;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.readers.chrome.ChromeTraceImporter;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a training with GPUs, against counts of what was made. */
class GpuFileTest {
    private final GpuTrace gpus = GpuTrace.of(7);
    private final Trace trace = gpus.trace();
    private final Exported file = Exported.json(trace);

    @Test
    void work_ofEachStream_isInItsRowUnderItsCategory() {
        assertThat(texts(file.slices().stream()
                        .filter(slice ->
                                List.of("kernel", "gpu_memcpy", "gpu_memset").contains(slice.category()))
                        .map(slice -> slice.category() + " " + place(slice.json()) + " " + slice.name() + " "
                                + slice.args().path("correlation"))))
                .isEqualTo(texts(gpus.work().stream()
                        .map(work -> category(work) + " " + work.device() + "/" + work.stream() + " " + work.name()
                                + " " + work.correlation())));
    }

    @Test
    void arrows_ofLaunches_beginAtTheCallAndEndAtEachPieceOfWork() {
        Map<Long, Long> begun = file.events("s").stream()
                .collect(Collectors.groupingBy(arrow -> arrow.path("id").longValue(), Collectors.counting()));
        Map<Long, Long> ended = file.events("f").stream()
                .collect(Collectors.groupingBy(arrow -> arrow.path("id").longValue(), Collectors.counting()));

        // A stream's synchronisation has one, too.
        Stream<Work> withSync = gpus.work().stream();
        Map<Long, Long> expected =
                withSync.collect(Collectors.groupingBy(Work::correlation, TreeMap::new, Collectors.counting()));
        assertThat(ended).containsAllEntriesOf(expected).hasSize(expected.size() + GpuTrace.STEPS);
        assertThat(begun.keySet()).isEqualTo(ended.keySet());
        assertThat(begun.values()).allMatch(count -> count == 1);
        assertThat(file.events("f")).allMatch(arrow -> arrow.path("bp").asText().equals("e"));
    }

    @Test
    void scopesAndSteps_onStreams_reachFromTheFirstToTheLastWorkLaunchedInside() {
        Map<String, long[]> expected = new TreeMap<>();
        for (Work work : gpus.work()) {
            List<String> around = new ArrayList<>(work.scopes());
            if (work.operations().contains("aten::to")) {
                // The wait for data has ended when this is launched.
                around.clear();
            }
            around.add("ProfilerStep#" + work.step());
            for (String name : around) {
                String key = work.device() + "/" + work.stream() + " " + name + " in " + work.step();
                long[] extent = expected.computeIfAbsent(key, any -> new long[] {work.start(), work.end()});
                extent[1] = Math.max(extent[1], work.end());
            }
        }
        List<String> shown = file.slices().stream()
                .filter(slice -> slice.category().equals("gpu_user_annotation"))
                .map(slice -> row(slice) + " " + slice.name() + " " + since(slice.startNanos()) + " "
                        + slice.trueDurationNanos())
                .sorted()
                .toList();

        assertThat(shown)
                .isEqualTo(expected.entrySet().stream()
                        .map(each -> each.getKey().replaceFirst(" in \\d+$", "") + " " + each.getValue()[0] + " "
                                + (each.getValue()[1] - each.getValue()[0]))
                        .sorted()
                        .toList());
    }

    @Test
    void scopes_inAFileForTensorBoard_areOfNoCategoryThatItsPluginCounts() {
        Exported other = Exported.read(Exported.bytes(trace, "a.pt.trace.json"));

        assertThat(other.slices()).extracting(Slice::category).doesNotContain("gpu_user_annotation");
        assertThat(other.slices())
                .filteredOn(slice -> slice.category().equals("user_scope"))
                .hasSameSizeAs(file.slices().stream()
                        .filter(slice -> slice.category().equals("gpu_user_annotation"))
                        .toList());
    }

    @Test
    void callsAndSynchronisation_haveTheCategoriesOfKineto() {
        assertThat(categories("cudaLaunchKernel")).containsOnly("cuda_runtime");
        assertThat(categories("cuLaunchKernel")).containsOnly("cuda_driver");
        assertThat(categories("Stream Sync")).containsOnly("cuda_sync");
        assertThat(categories("Buffer Flush")).containsOnly("overhead");
        assertThat(file.events("M"))
                .extracting(row -> row.path("args").path("name").asText())
                .contains("stream 7 (sync)");
    }

    @Test
    void sizesOfKernels_areListsOfNumbers() {
        JsonNode kernel = file.slices().stream()
                .filter(slice ->
                        slice.category().equals("kernel") && slice.args().has("grid"))
                .findFirst()
                .orElseThrow()
                .args();

        assertThat(kernel.path("grid")).hasToString("[128,2,1]");
        assertThat(kernel.path("block")).hasToString("[256,1,1]");
    }

    @Test
    void devices_ofMetadata_areTheProperties() {
        assertThat(file.root().path("deviceProperties"))
                .hasSize(2)
                .allMatch(device -> device.path("numSms").intValue() == 108);
        assertThat(file.root().has("user_deviceProperties")).isFalse();
    }

    @Test
    void memory_ofEachGpu_isACurveOfItsProcess() {
        List<JsonNode> samples = file.events("C").stream()
                .filter(sample -> sample.path("name").asText().equals("Memory allocated"))
                .toList();

        assertThat(samples).hasSize(trace.memory().size());
        assertThat(samples).extracting(sample -> sample.path("pid").intValue()).contains(0, 1);
    }

    @Test
    void fileReadBack_isTheTraceAndGivesTheSameFile(@TempDir Path dir) throws IOException {
        for (String name : List.of("a.json", "a.pt.trace.json")) {
            Path path = dir.resolve(name);
            Files.write(path, Exported.bytes(trace, name));

            Trace read =
                    new ChromeTraceImporter().read(path, ImportOptions.DEFAULT).trace();

            assertThat(read.eventCount()).isEqualTo(trace.eventCount());
            assertThat(read.counters()).hasSameSizeAs(trace.counters());
            List<String> again = new String(Exported.bytes(read, name), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            List<String> lines = Files.readAllLines(path);
            assertThat(again).hasSameSizeAs(lines);
            for (int i = 0; i < lines.size(); i++) {
                assertThat(again.get(i)).as("line %d", i).isEqualTo(lines.get(i));
            }
        }
    }

    private List<String> categories(String name) {
        return file.slices().stream()
                .filter(slice -> slice.name().equals(name))
                .map(Slice::category)
                .toList();
    }

    private static String category(Work work) {
        return switch (work.kind()) {
            case MEMORY_COPY -> "gpu_memcpy";
            case MEMORY_SET -> "gpu_memset";
            default -> "kernel";
        };
    }

    private long since(long epochNanos) {
        return epochNanos - trace.start().epochNanos() + trace.start().monotonicNanos();
    }

    private static String place(JsonNode event) {
        return event.path("pid").longValue() + "/" + event.path("tid").longValue();
    }

    private static String row(Slice slice) {
        return place(slice.json());
    }

    private static List<String> texts(Stream<String> texts) {
        return texts.sorted().toList();
    }
}
