package io.stepprofiler.capture;

import io.grpc.BindableService;
import io.stepprofiler.capture.hosting.Hosting;
import io.stepprofiler.capture.hosting.PrivateDirectory;
import io.stepprofiler.capture.service.StepCaptureService;
import io.stepprofiler.capture.tensorflow.TensorFlowService;
import io.stepprofiler.capture.watch.JobWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a server answers with, and the directory for its files. */
final class Services implements AutoCloseable {
    /** How long a server that is closed waits for clients to take what they have asked for. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final PrivateDirectory directory;
    private final JobWatch watch;
    private final StepCaptureService steps;
    private final TensorFlowService tensorFlow;

    /**
     * Makes them.
     *
     * @throws IOException if there can be no directory
     */
    Services(ServerOptions options, Transport transport) throws IOException {
        directory = PrivateDirectory.in(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
        watch = new JobWatch(options.watching());
        Hosting hosting = new Hosting(
                options.captures(),
                options.limits().maxDuration(),
                options.limits().maxReplyBytes(),
                directory,
                watch,
                transport.timer(),
                transport.work());
        steps = new StepCaptureService(hosting);
        tensorFlow = new TensorFlowService(hosting);
    }

    List<BindableService> all() {
        return List.of(steps, tensorFlow);
    }

    /** Keeps its files from being tidied away. */
    void keepYoung() {
        directory.keepYoung();
    }

    /** Sends clients what there is for them, ends what is left of their calls, and removes the files. */
    @Override
    public void close() {
        long begin = System.nanoTime();
        steps.finish(FAREWELL);
        tensorFlow.finish(FAREWELL.minusNanos(System.nanoTime() - begin));
        steps.close();
        tensorFlow.close();
        watch.close();
        directory.close();
    }
}
