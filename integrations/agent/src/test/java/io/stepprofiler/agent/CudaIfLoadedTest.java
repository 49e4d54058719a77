package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CudaIfLoadedTest {
    @Test
    void window_withoutCuda_hasNotAWordOfIt() {
        List<Trace> traces = new ArrayList<>();
        Profile.builder()
                .source(new CudaIfLoaded(false))
                .onTraceReady(traces::add)
                .start()
                .close();

        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).metadata()).doesNotContainKey("cuda");
        assertThat(traces.get(0).account().anomalies()).isEmpty();
    }
}
