package io.stepprofiler.agent;

import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.cuda.CudaActivity;
import io.stepprofiler.cuda.CudaOptions;
import io.stepprofiler.cuda.CudaSource;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;

/** Source of GPU activity that adds nothing to windows of programs that have not loaded CUDA. */
final class CudaIfLoaded implements ActivitySource {
    private final CudaSource source;

    CudaIfLoaded(CudaOptions options) {
        source = CudaSource.of(options);
    }

    /** Returns options that record CUDA's allocations only if PyTorch does not report its tensors. */
    static CudaOptions wanted(AgentOptions options, boolean hasTorch) {
        CudaOptions wanted = hasTorch ? CudaOptions.DEFAULT : CudaOptions.DEFAULT.with(CudaActivity.MEMORY);
        return wanted.withMetrics(options.get(Option.DEVICE_METRICS).toArray(String[]::new))
                .withMetricsPerKernel(options.get(Option.DEVICE_METRICS_PER_KERNEL));
    }

    @Override
    public Activity activity() {
        return source.activity();
    }

    @Override
    public boolean collectsWhileOpen() {
        return source.collectsWhileOpen();
    }

    @Override
    public void prepare() {
        source.prepare();
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        return CudaSource.status().isCudaLoaded() ? source.start(options) : new Nothing();
    }

    private record Nothing() implements ActivityRecording {
        @Override
        public void stop() {}

        @Override
        public void collect(ActivitySink sink) {}
    }
}
