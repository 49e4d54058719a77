package io.stepprofiler.capture;

import io.grpc.BindableService;
import io.stepprofiler.capture.hosting.ServiceResources;
import io.stepprofiler.capture.service.StepCaptureService;
import io.stepprofiler.capture.tensorflow.TensorFlowService;
import java.time.Duration;
import java.util.List;

/** The services of a server. */
final class Services implements AutoCloseable {
    /** Time that a closing server waits for clients to receive their data. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /** A reply is completely in the heap of the training while it is sent, so it may take only a part of it. */
    private static final int PARTS_OF_HEAP = 8;

    private final StepCaptureService steps;
    private final TensorFlowService tensorFlow;

    Services(ServerOptions options, Transport transport) {
        ServiceResources hosting = new ServiceResources(
                options.captures,
                options.maxDuration,
                Math.min(options.maxReplyBytes, Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP),
                transport.timer(),
                transport.work());
        steps = new StepCaptureService(hosting);
        tensorFlow = new TensorFlowService(hosting);
    }

    List<BindableService> all() {
        return List.of(steps, tensorFlow);
    }

    /** Sends clients the data recorded so far, and ends their remaining calls. */
    @Override
    public void close() {
        long begin = System.nanoTime();
        steps.finish(FAREWELL);
        tensorFlow.finish(FAREWELL.minusNanos(System.nanoTime() - begin));
        steps.close();
        tensorFlow.close();
    }
}
