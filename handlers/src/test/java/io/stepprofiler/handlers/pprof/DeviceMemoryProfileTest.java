package io.stepprofiler.handlers.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceMemoryProfileTest {
    private static final StackTraceElement MAIN = new StackTraceElement("org.acme.Train", "main", "Train.java", 3);
    private static final StackTraceElement FIT = new StackTraceElement("org.acme.Net", "fit", "Net.java", 9);

    private final TraceBuilder builder =
            new TraceBuilder().options(new RecordingOptions(false, true, true, false, true));

    private Trace trace() {
        builder.thread(1, "main").add(builder.nameId("forward"), 0, 10);
        int stack = builder.stackId(List.of(FIT, MAIN));
        return builder.memory(MemoryEvent.allocated(1, 1, 0xA, 64).withStack(stack))
                .memory(MemoryEvent.allocated(2, 1, 0xB, 16).withStack(stack))
                .memory(MemoryEvent.allocated(3, 1, 0xC, 8).withStack(stack))
                .memory(MemoryEvent.freed(4, 1, 0xA, 64))
                .memory(MemoryEvent.allocated(20, 2, 0xD, 4).on(Device.cuda(1)))
                .build();
    }

    @Test
    void profile_hasTheSampleTypesOfJaxAndNothingOfTime() throws IOException {
        ReadProfile profile = ReadProfile.of(DeviceMemoryProfile.of(trace()));
        assertThat(profile.types()).containsExactly("allocations/count", "space/bytes");
        for (String field : List.of("time_nanos", "duration_nanos", "period_type", "period", "default_sample_type")) {
            assertThat(profile.message.has(field)).as(field).isFalse();
        }
        assertThat(profile.message.subs("mapping")).isEmpty();
    }

    @Test
    void samples_areWhatIsAliveByDeviceAndCallStack() throws IOException {
        ReadProfile profile = ReadProfile.of(DeviceMemoryProfile.of(trace()));
        assertThat(profile.samples()).hasSize(2);
        ReadProfile.Sample onHost = profile.samples().get(0);
        assertThat(onHost.labels()).isEqualTo(Map.of("kind", "buffer", "device", "cpu:0"));
        assertThat(onHost.names()).containsExactly("forward", "org.acme.Train.main", "org.acme.Net.fit");
        assertThat(onHost.values()).isEqualTo(Map.of("allocations", 2L, "space", 24L));
        ReadProfile.Sample onDevice = profile.samples().get(1);
        assertThat(onDevice.labels()).isEqualTo(Map.of("kind", "buffer", "device", "cuda:1"));
        assertThat(onDevice.values()).isEqualTo(Map.of("allocations", 1L, "space", 4L));
    }

    @Test
    void locations_comeLeafFirst() throws IOException {
        ReadProfile profile = ReadProfile.of(DeviceMemoryProfile.of(trace()));
        long leaf = profile.message.subs("sample").get(0).numbers("location_id").get(0);
        long function = profile.message.subs("location").stream()
                .filter(location -> location.number("id") == leaf)
                .findFirst()
                .orElseThrow()
                .subs("line")
                .get(0)
                .number("function_id");
        assertThat(profile.message.subs("function"))
                .filteredOn(each -> each.number("id") == function)
                .extracting(each -> profile.text(each.number("name")))
                .containsExactly("org.acme.Net.fit");
    }

    @Test
    void save_writesWhatOfGives(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("memory/now.prof");
        Trace trace = trace();
        DeviceMemoryProfile.export(trace, file);
        assertThat(Files.readAllBytes(file)).isEqualTo(DeviceMemoryProfile.of(trace));
    }

    @Test
    void trace_withoutMemory_isRefused(@TempDir Path dir) {
        Trace trace = new TraceBuilder().build();
        assertThatThrownBy(() -> DeviceMemoryProfile.of(trace))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("profileMemory");
        assertThatThrownBy(() -> DeviceMemoryProfile.export(trace, dir.resolve("x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(dir.resolve("x")).doesNotExist();
    }
}
