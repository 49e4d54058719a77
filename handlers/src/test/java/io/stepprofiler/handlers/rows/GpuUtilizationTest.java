package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

class GpuUtilizationTest {
    @Test
    void kernel_withoutAKnownEnd_keepsNoGpuBusy() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        int name = builder.nameId("gemm", EventKind.KERNEL, "");
        stream.add(name, 0, 1000);
        stream.unfinished(stream.add(name, 2000, 98_000));
        stream.add(name, 3000, 500);

        assertThat(GpuUtilization.of(builder.build()))
                .singleElement()
                .satisfies(curve -> assertThat(curve.percents()).containsExactly(100.0, 0.0, 0.0, 50.0));
    }
}
