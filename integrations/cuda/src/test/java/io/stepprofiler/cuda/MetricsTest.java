package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Through the real native code, with the fakes of CUDA and CUPTI. */
class MetricsTest {
    private static final String TENSOR = "sm__inst_executed_pipe_tensor.sum";
    private static final String READ = "dram__bytes_read.sum";
    private static final String SECOND_PASS = "sm__throughput.avg";

    private static Fakes fakes;

    private interface Step {
        void run(int step) throws IOException;
    }

    @BeforeAll
    static void loadFakes() throws IOException {
        fakes = Fakes.load();
        fakes.say("metric " + TENSOR + " 100")
                .say("metric " + READ + " 0.5")
                .say("metric " + SECOND_PASS + " 7 2")
                .ready();
        // The beginning of this window is when the fake hears of it.
        record(counting(READ), 1, step -> {});
    }

    private static Trace record(CudaOptions options, int steps, Step work) throws IOException {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .source(CudaSource.of(options))
                .schedule(Schedule.builder().warmup(0).active(steps).repeat(1).build())
                .onTraceReady(traces::add)
                .start()) {
            for (int step = 0; step < steps; step++) {
                work.run(step);
                profile.step();
            }
        }
        return traces.get(0);
    }

    private static List<TraceEvent> ranges(Trace trace) {
        return trace.events().stream()
                .filter(event -> event.kind() == EventKind.PROFILER
                        && Replay.track(trace, event).device().isPresent())
                .toList();
    }

    private static CudaOptions counting(String... metrics) {
        return CudaOptions.DEFAULT.withMetrics(metrics);
    }

    @Test
    void steps_haveTheMetricsThatWereAskedFor() throws IOException {
        Trace trace = record(counting("kineto__tensor_core_insts", READ, TENSOR), 3, step -> {});

        List<TraceEvent> ranges = ranges(trace);
        assertThat(ranges)
                .extracting(TraceEvent::name)
                .containsOnly("metrics of the step")
                .hasSize(3);
        for (int step = 0; step < 3; step++) {
            TraceEvent range = ranges.get(step);
            assertThat(range.arguments())
                    .containsEntry("step", (long) step)
                    .containsEntry(TENSOR, 100.0 + step)
                    .containsEntry(READ, 0.5 + step);
            assertThat(Replay.track(trace, range).device()).contains(Device.cuda(0));
        }
        for (int step = 0; step < 2; step++) {
            assertThat(ranges.get(step).startNanos() + ranges.get(step).durationNanos())
                    .isEqualTo(ranges.get(step + 1).startNanos());
        }
        assertThat(Fakes.note(trace, "cuda.metrics")).isEqualTo("GPU 0: 3 ranges in 1 pass");
    }

    @Test
    void window_withoutSteps_isOneRange() throws IOException {
        List<Trace> traces = new ArrayList<>();
        Profile.builder()
                .source(CudaSource.of(counting(READ)))
                .onTraceReady(traces::add)
                .start()
                .close();

        assertThat(ranges(traces.get(0)))
                .singleElement()
                .satisfies(range -> assertThat(range.name()).isEqualTo("metrics of the window"))
                .satisfies(range ->
                        assertThat(range.arguments()).containsEntry(READ, 0.5).doesNotContainKey("step"));
    }

    @Test
    void metrics_thatCannotBeCounted_areNamedAndTheOthersAreCounted() throws IOException {
        Trace trace = record(counting(TENSOR, SECOND_PASS, "no__such.sum", READ), 1, step -> {});

        assertThat(ranges(trace).get(0).arguments()).containsOnlyKeys("step", TENSOR, READ);
        assertThat(Fakes.note(trace, "cuda.metrics"))
                .startsWith("GPU 0: 1 range in 1 pass; GPU 0: not counted: " + SECOND_PASS
                        + ": the work would have to be done 2 times; no__such.sum: adding a metric failed with");
    }

    @Test
    void steps_forWhichThereIsNoRoom_areCounted() throws IOException {
        Trace trace = record(counting(READ), MetricRecording.MAX_STEPS + 2, step -> {});

        assertThat(ranges(trace)).hasSize(MetricRecording.MAX_STEPS);
        assertThat(Fakes.note(trace, "cuda.metrics")).endsWith("; 2 steps have none: there is room for 64");
    }

    @Test
    void kernels_haveTheirOwnMetrics() throws IOException {
        fakes.say("kernels 2").ready();
        Trace trace = record(counting(TENSOR, SECOND_PASS).withMetricsPerKernel(true), 1, step -> {
            fakes.launch("_Z3addPf", 400);
            fakes.launch("_Z3mulPf", 300);
            fakes.ready();
        });

        List<TraceEvent> ranges = ranges(trace);
        assertThat(ranges).hasSize(2);
        for (int i = 0; i < 2; i++) {
            TraceEvent range = ranges.get(i);
            assertThat(range.arguments()).containsEntry(TENSOR, 100.0 + i).containsEntry(SECOND_PASS, 7.0 + i);
            assertThat(trace.events())
                    .filteredOn(event -> event.kind() == EventKind.KERNEL && event.startNanos() == range.startNanos())
                    .singleElement()
                    .satisfies(kernel -> assertThat(kernel.name()).isEqualTo(range.name()))
                    .satisfies(kernel -> assertThat(kernel.durationNanos()).isEqualTo(range.durationNanos()));
        }
        assertThat(Fakes.note(trace, "cuda.metrics"))
                .startsWith("GPU 0: 2 ranges in 2 passes; kernels ran one after the other");
        KeyAverages averages = KeyAverages.of(trace);
        assertThat(averages.get("cudaLaunchKernel").orElseThrow().device().selfNanos())
                .isEqualTo(700);
        assertThat(averages.deviceNanosTotal()).isEqualTo(700);
        assertThat(averages.table()).doesNotContain("Profiler, not in the total");
    }

    @Test
    void kernels_whoseTimesCuptiDoesNotTake_haveNamesAndShareTheTimeOfTheWindow() throws IOException {
        fakes.say("kernels 2").ready();
        Trace trace = record(counting(TENSOR).withMetricsPerKernel(true), 1, step -> {
            fakes.launchWithoutTimes("_Z3addPf");
            fakes.launchWithoutTimes("_Z3mulPf");
            fakes.ready();
        });

        List<TraceEvent> ranges = ranges(trace);
        assertThat(ranges).extracting(TraceEvent::name).containsExactly("add(float*)", "mul(float*)");
        assertThat(ranges.get(0).durationNanos())
                .isEqualTo(ranges.get(1).durationNanos())
                .isPositive();
        assertThat(ranges.get(1).startNanos()).isEqualTo(ranges.get(0).endNanos());
    }

    @Test
    void kernels_thatWereNotRecordedOneByOne_areNumbered() throws IOException {
        fakes.say("kernels 3").ready();
        Trace trace = record(counting(TENSOR).withMetricsPerKernel(true), 1, step -> {});

        assertThat(ranges(trace)).extracting(TraceEvent::name).containsExactly("kernel 0", "kernel 1", "kernel 2");
        assertThat(Fakes.note(trace, "cuda.metrics")).contains("names of the kernels are unknown");
    }

    @Test
    void permission_thatIsMissing_isToldAndTheWindowIsRecorded() throws IOException {
        fakes.say("fail cuptiRangeProfilerEnable 35").ready();
        Trace trace = record(counting(READ), 2, step -> {
            if (step == 0) {
                fakes.launch("k", 10);
                fakes.say("fail cuptiRangeProfilerEnable 0").ready();
            }
        });

        assertThat(ranges(trace)).isEmpty();
        assertThat(Fakes.note(trace, "cuda.metrics"))
                .startsWith("not counted: enabling metrics failed with CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35): "
                        + "the driver lets only administrators profile");
        assertThat(Replay.named(trace, "k").kind()).isEqualTo(EventKind.KERNEL);
    }
}
