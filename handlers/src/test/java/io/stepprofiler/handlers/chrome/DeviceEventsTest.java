package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceEventsTest {
    private final TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(4711, "node7"));
    private final TrackBuilder main = builder.thread(1, "main");

    @Test
    void kernel_unlinked_isOnItsStreamWithoutExternalId() {
        TrackBuilder stream = builder.stream(Device.cuda(2), 7);
        stream.add(kind("sgemm", EventKind.KERNEL), 10, 5);

        Slice kernel = slice("sgemm");

        assertThat(kernel.category()).isEqualTo("kernel");
        assertThat(kernel.json().path("pid").intValue()).isEqualTo(2);
        assertThat(kernel.tid()).isEqualTo(7);
        assertThat(kernel.args())
                .isEqualTo(Exported.read("{\"Ev Idx\": 0, \"device\": 2, \"stream\": 7, \"correlation\": -1}")
                        .root());
    }

    @Test
    void kernel_withAttributes_hasThemBehindItsOwnArguments() {
        TrackBuilder stream = builder.stream(Device.cuda(2), 7);
        int kernel = stream.add(kind("sgemm", EventKind.KERNEL), 10, 5);
        stream.argument(kernel, builder.nameId("registers"), 64)
                .argument(kernel, builder.nameId("occupancy"), 0.5)
                .textArgument(kernel, builder.nameId("context"), builder.nameId("main"));

        assertThat(slice("sgemm").args()).isEqualTo(Exported.read("""
                        {"Ev Idx": 0, "device": 2, "stream": 7, "correlation": -1,
                         "registers": 64, "occupancy": 0.5, "context": "main"}""").root());
    }

    @Test
    void kernel_launchedByACallInsideAnOperation_isChargedToTheOperation() {
        main.add(builder.nameId("aten::mm"), 0, 100);
        main.correlation(main.add(kind("cudaLaunchKernel", EventKind.RUNTIME), 10, 5), 55);
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(kind("sgemm", EventKind.KERNEL), 30, 50), 55);

        assertThat(slice("aten::mm").args().path("External id").intValue()).isEqualTo(1);
        assertThat(slice("cudaLaunchKernel").category()).isEqualTo("cuda_runtime");
        assertThat(slice("cudaLaunchKernel").args())
                .isEqualTo(Exported.read("{\"External id\": 1, \"Ev Idx\": 1, \"correlation\": 55}")
                        .root());
        assertThat(slice("sgemm").args()).isEqualTo(Exported.read("""
                        {"External id": 1, "Ev Idx": 2, "device": 0, "stream": 7, "correlation": 55}""").root());
    }

    @Test
    void kernel_ofAnOperationItself_isChargedToIt() {
        main.add(builder.nameId("outer"), 0, 100);
        main.correlation(main.add(builder.nameId("aten::mm"), 10, 50), 55);
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(kind("sgemm", EventKind.KERNEL), 30, 50), 55);

        assertThat(slice("sgemm").args().path("External id").intValue()).isEqualTo(2);
        assertThat(slice("aten::mm").args().path("correlation").intValue()).isEqualTo(55);
    }

    @Test
    void launch_insideWhatViewersHaveNoPlaceFor_isChargedFurtherOut() {
        main.add(builder.nameId("aten::mm"), 0, 100);
        main.add(builder.nameId("Optimizer.zero_grad#SGD.zero_grad"), 10, 80);
        main.add(builder.nameId("net", EventKind.MODULE, "Net"), 15, 70);
        main.add(kind("cudaMemsetAsync", EventKind.RUNTIME), 20, 5);

        assertThat(slice("cudaMemsetAsync").args().path("External id").intValue())
                .isEqualTo(1);
    }

    @Test
    void launch_insideNothing_hasNoOperation() {
        main.correlation(main.add(kind("cudaLaunchKernel", EventKind.RUNTIME), 10, 5), 55);

        assertThat(slice("cudaLaunchKernel").args().path("External id").intValue())
                .isZero();
    }

    @Test
    void scope_onAStream_isNoOperation() {
        main.correlation(main.add(builder.nameId("cause"), 0, 5), 8);
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("forward"), 10, 5), 8);

        assertThat(slice("forward").category()).isEqualTo("gpu_user_annotation");
        assertThat(slice("forward").args())
                .isEqualTo(Exported.read("{\"External id\": 1, \"Ev Idx\": 1}").root());
    }

    @Test
    void metrics_areARangeOfTheDeviceAndNoWork() {
        TrackBuilder stream = builder.stream(Device.cuda(1), 0);
        int range = stream.add(kind("metrics of the step", EventKind.PROFILER), 10, 5);
        stream.argument(range, builder.nameId("dram__bytes_read.sum"), 4096.0);

        Slice slice = slice("metrics of the step");
        assertThat(slice.category()).isEqualTo("cuda_profiler_range");
        assertThat(slice.json().path("pid").intValue()).isEqualTo(1);
        // HTA takes what has a stream for work.
        assertThat(slice.args())
                .isEqualTo(Exported.read("{\"Ev Idx\": 0, \"dram__bytes_read.sum\": 4096.0}")
                        .root());
    }

    @Test
    void devices_always_areProcessesOfTheirOwn() {
        builder.stream(Device.cuda(1), 7).add(kind("k", EventKind.KERNEL), 0, 5);
        builder.stream(Device.cuda(0), 3).add(kind("k", EventKind.KERNEL), 0, 5);

        Exported file = file();

        assertThat(metadata(file, "process_name", "name")).containsExactly("4711 java", "0 GPU 0", "1 GPU 1");
        assertThat(metadata(file, "process_labels", "labels")).containsExactly("4711 CPU", "0 GPU 0", "1 GPU 1");
        assertThat(metadata(file, "process_sort_index", "sort_index"))
                .startsWith("4711 4711", "0 5000000", "1 5000001");
        assertThat(file.rowNames()).containsEntry(7L, "stream 7").containsEntry(3L, "stream 3");
        assertThat(file.root().path("deviceProperties")).isEmpty();
    }

    @Test
    void process_withTheNumberOfADevice_isNotConfusedWithIt() {
        builder.process(new ProcessInfo(1, "container"));
        main.add(builder.nameId("op"), 0, 5);
        builder.counter("heap", 0, 1);
        builder.stream(Device.cuda(1), 1).add(kind("k", EventKind.KERNEL), 0, 5);

        long pid = slice("op").json().path("pid").longValue();

        assertThat(pid).isEqualTo((1 << 22) + 1);
        assertThat(file().events("C").get(0).path("pid").longValue()).isEqualTo(pid);
        assertThat(metadata(file(), "process_name", "name")).containsExactly(pid + " java", "1 GPU 1");
    }

    @Test
    void kernels_overlappingOnAStream_areBothShown() {
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.add(kind("a", EventKind.KERNEL), 0, 50);
        stream.add(kind("b", EventKind.KERNEL), 20, 50);

        assertThat(slice("a").tid()).isEqualTo(7);
        assertThat(slice("b").tid()).isGreaterThan(1 << 20);
        assertThat(slice("b").args().path("stream").intValue()).isEqualTo(7);
        assertThat(file().rowNames()).containsValue("stream 7 (overlapping)");
    }

    private int kind(String name, EventKind kind) {
        return builder.nameId(name, kind, "");
    }

    private Slice slice(String name) {
        return file().slices().stream()
                .filter(slice -> slice.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> metadata(Exported file, String name, String argument) {
        return file.events("M").stream()
                .filter(event -> event.path("name").textValue().equals(name))
                .map(event ->
                        text(event.path("pid")) + " " + text(event.path("args").path(argument)))
                .toList();
    }

    private static String text(JsonNode value) {
        return value.asText();
    }

    private Exported file() {
        return Exported.json(builder.build());
    }
}
