package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepprofiler.nativeaccess.cuda.CudaKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CudaOptionsTest {
    @Test
    void options_areChangedInCopies() {
        CudaOptions more =
                CudaOptions.DEFAULT.with(CudaActivity.SYNCHRONIZATION).withBuffers(8, 1 << 20);

        assertThat(more.activities()).contains(CudaActivity.SYNCHRONIZATION, CudaActivity.KERNEL);
        assertThat(more.buffers()).isEqualTo(8);
        assertThat(more.bufferBytes()).isEqualTo(1 << 20);
        assertThat(CudaOptions.DEFAULT.activities()).doesNotContain(CudaActivity.SYNCHRONIZATION);
        assertThat(more.without(CudaActivity.KERNEL).activities()).doesNotContain(CudaActivity.KERNEL);
    }

    @Test
    void activities_areNotThoseOfTheCaller() {
        Set<CudaActivity> mine = EnumSet.of(CudaActivity.KERNEL);
        CudaOptions options = CudaOptions.DEFAULT.withActivities(mine);
        mine.add(CudaActivity.DRIVER);

        assertThat(options.activities()).containsExactly(CudaActivity.KERNEL);
    }

    @Test
    void buffers_outOfTheirRange_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CudaOptions.DEFAULT.withBuffers(1, 1 << 20))
                .withMessage("buffers = 1 is not allowed: must be between 2 and 1024");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CudaOptions.DEFAULT.withBuffers(2, 1000))
                .withMessage("bufferBytes = 1000 is not allowed: must be between 16384 and 268435456");
    }

    @Test
    void nothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CudaOptions.DEFAULT.withActivities(Set.of()))
                .withMessage("activities = [] is not allowed: must not be empty");
    }

    @Test
    void kernels_withoutNodesOfGraphs_areRecordedWithWholeGraphs() {
        assertThat(CudaActivity.recorded(CudaOptions.DEFAULT, false)).doesNotContain(CudaKind.GRAPHS);
        assertThat(CudaActivity.recorded(CudaOptions.DEFAULT.without(CudaActivity.GRAPH_NODE), false))
                .contains(CudaKind.KERNELS, CudaKind.GRAPHS);
    }

    @Test
    void memory_isRecordedOnlyIfTheProfileProfilesIt() {
        CudaOptions options = CudaOptions.DEFAULT.with(CudaActivity.MEMORY);

        assertThat(CudaActivity.recorded(options, false)).doesNotContain(CudaKind.MEMORY);
        assertThat(CudaActivity.recorded(options, true)).contains(CudaKind.MEMORY);
    }

    @Test
    void operations_areMarkedWhereNoCallsAreRecordedOrIfWanted() {
        CudaOptions withoutCalls =
                CudaOptions.DEFAULT.without(CudaActivity.RUNTIME, CudaActivity.DRIVER_LAUNCH, CudaActivity.DRIVER);
        assertThat(CudaActivity.marksOperations(CudaOptions.DEFAULT)).isFalse();
        assertThat(CudaActivity.marksOperations(CudaOptions.DEFAULT.with(CudaActivity.OPERATION)))
                .isTrue();
        assertThat(CudaActivity.marksOperations(withoutCalls)).isTrue();
        assertThat(CudaActivity.marksOperations(withoutCalls.withExternalCorrelation(false)))
                .isFalse();
        assertThat(CudaActivity.recorded(withoutCalls, false)).contains(CudaKind.EXTERNAL, CudaKind.RUNTIME);
        assertThat(CudaActivity.recorded(withoutCalls.withExternalCorrelation(false), false))
                .doesNotContain(CudaKind.EXTERNAL, CudaKind.RUNTIME);
    }

    @Test
    void externalCorrelation_isRecordedIfWanted() {
        assertThat(CudaActivity.recorded(CudaOptions.DEFAULT, false)).contains(CudaKind.EXTERNAL);
        assertThat(CudaActivity.recorded(CudaOptions.DEFAULT.withExternalCorrelation(false), false))
                .doesNotContain(CudaKind.EXTERNAL);
    }

    @Test
    void metrics_areKeptByAllOtherOptions() {
        CudaOptions options = CudaOptions.DEFAULT
                .withMetrics("dram__bytes_read.sum", "kineto__cuda_core_flops")
                .withMetricsPerKernel(true)
                .without(CudaActivity.KERNEL)
                .withBuffers(4, 1 << 20)
                .withExternalCorrelation(false)
                .withQueuedTimes(true);

        assertThat(options.metrics()).containsExactly("dram__bytes_read.sum", "kineto__cuda_core_flops");
        assertThat(options.metricsPerKernel()).isTrue();
        assertThat(MetricNames.counted(options.metrics()))
                .hasSize(10)
                .contains("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
        assertThat(CudaOptions.DEFAULT.metrics()).isEmpty();
    }

    @Test
    void metric_thatCannotBeAName_isRefused() {
        for (String name : List.of("", "dram bytes", "a,b", "dram__bytes_read.", ".sum", "x".repeat(121))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CudaOptions.DEFAULT.withMetrics("sm__cycles_active.avg", name))
                    .withMessageStartingWith("metrics = \"" + name + "\" is not allowed: must be names such as");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CudaOptions.DEFAULT.withMetrics(
                        Collections.nCopies(65, "a__b").toArray(String[]::new)))
                .withMessage("metrics = 65 names is not allowed: must be at most 64");
    }
}
