package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.cuda.CudaActivity;
import io.stepprofiler.cuda.CudaOptions;
import io.stepprofiler.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaIfLoadedTest {
    @Test
    void window_withoutCuda_hasNotAWordOfIt() {
        List<Trace> traces = new ArrayList<>();
        Profile.builder()
                .source(new CudaIfLoaded(CudaOptions.DEFAULT))
                .onTraceReady(traces::add)
                .start()
                .close();

        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).metadata()).doesNotContainKey("cuda");
        assertThat(traces.get(0).account().anomalies()).isEmpty();
    }

    @Test
    void wanted_withMetrics_hasThemAsWritten(@TempDir Path dir) throws Exception {
        AgentOptions options = AgentOptions.of(
                "deviceMetrics=sm__inst_executed_pipe_tensor.sum; dram__bytes_read.sum,deviceMetricsPerKernel",
                "",
                dir);
        assertThat(CudaIfLoaded.wanted(options, true))
                .isEqualTo(CudaOptions.DEFAULT
                        .withMetrics("sm__inst_executed_pipe_tensor.sum", "dram__bytes_read.sum")
                        .withMetricsPerKernel(true));
    }

    @Test
    void wanted_withoutTorch_hasTheMemoryOfCuda(@TempDir Path dir) throws Exception {
        AgentOptions options = AgentOptions.of("", "", dir);
        assertThat(CudaIfLoaded.wanted(options, false)).isEqualTo(CudaOptions.DEFAULT.with(CudaActivity.MEMORY));
        assertThat(CudaIfLoaded.wanted(options, true)).isEqualTo(CudaOptions.DEFAULT);
    }
}
