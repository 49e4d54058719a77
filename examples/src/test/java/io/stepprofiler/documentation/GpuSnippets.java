package io.stepprofiler.documentation;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.cuda.CudaActivity;
import io.stepprofiler.cuda.CudaOptions;
import io.stepprofiler.cuda.CudaSource;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.jvm.JfrAnnotations;
import io.stepprofiler.nativeaccess.annotations.Itt;
import io.stepprofiler.nativeaccess.annotations.Nvtx;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;

/** The code of docs/GPU.md and of the mirrors that it names, to be compiled as it stands there. */
final class GpuSnippets {
    private GpuSnippets() {}

    static Profile gpu() {
        Profile profile = Profile.builder()
                .source(CudaSource.of(CudaOptions.DEFAULT.with(CudaActivity.SYNCHRONIZATION, CudaActivity.EVENT)))
                .schedule(
                        Schedule.builder().wait(5).warmup(1).active(3).repeat(2).build())
                .onTraceReady(TensorBoardHandler.to(Path.of("target/log")))
                .start();
        return profile;
    }

    static ProfileBuilder nvtx() {
        return Profile.builder().annotate(Nvtx.mirror());
    }

    static ProfileBuilder itt() {
        return Profile.builder().annotate(Itt.mirror());
    }

    static ProfileBuilder jfr() {
        return Profile.builder().annotate(JfrAnnotations.mirror());
    }
}
