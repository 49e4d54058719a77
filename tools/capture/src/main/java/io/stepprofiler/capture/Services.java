package io.stepprofiler.capture;

import io.grpc.BindableService;
import io.stepprofiler.capture.hosting.Hosting;
import io.stepprofiler.capture.service.StepCaptureService;
import io.stepprofiler.capture.tensorflow.TensorFlowService;
import io.stepprofiler.capture.watch.JobWatch;
import java.time.Duration;
import java.util.List;

/** Services of a server, and the watch that they share. */
final class Services implements AutoCloseable {
    /** How long a server that is closed waits for clients to take what they have asked for. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /** A reply is in the heap of the training, whole, while it is sent. */
    private static final int PARTS_OF_HEAP = 8;

    private final JobWatch watch;
    private final StepCaptureService steps;
    private final TensorFlowService tensorFlow;

    Services(ServerOptions options, Transport transport) {
        watch = new JobWatch(options.watching());
        Hosting hosting = new Hosting(
                options.captures(),
                options.limits().maxDuration(),
                Math.min(options.limits().maxReplyBytes(), Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP),
                watch,
                transport.timer(),
                transport.work());
        steps = new StepCaptureService(hosting);
        tensorFlow = new TensorFlowService(hosting);
    }

    List<BindableService> all() {
        return List.of(steps, tensorFlow);
    }

    /** Sends clients what there is for them, and ends what is left of their calls. */
    @Override
    public void close() {
        long begin = System.nanoTime();
        steps.finish(FAREWELL);
        tensorFlow.finish(FAREWELL.minusNanos(System.nanoTime() - begin));
        steps.close();
        tensorFlow.close();
        watch.close();
    }
}
