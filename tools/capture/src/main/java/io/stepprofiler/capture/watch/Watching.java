package io.stepprofiler.capture.watch;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.stepprofiler.capture.proto.v1.Figures;
import io.stepprofiler.capture.proto.v1.WatchRequest;
import java.time.Duration;

/** Answers a Watch call: sends figures at each interval until the client disconnects. */
public final class Watching {
    /** Default interval of a request, in milliseconds. */
    private static final int DEFAULT_MILLIS = 1000;

    private static final long SHORTEST_MILLIS = 200;
    private static final long LONGEST_MILLIS = 60_000;

    private Watching() {}

    /**
     * Begins to answer a call. A client that reads too slowly misses figures; it does not delay others.
     *
     * @param watch watch of the job
     * @param request the client's request
     * @param replies receives the figures; unused so far
     */
    public static void start(JobWatch watch, WatchRequest request, ServerCallStreamObserver<Figures> replies) {
        int millis = request.getIntervalMs() == 0 ? DEFAULT_MILLIS : request.getIntervalMs();
        if (millis < SHORTEST_MILLIS || millis > LONGEST_MILLIS) {
            replies.onError(Status.INVALID_ARGUMENT
                    .withDescription("interval_ms = " + Integer.toUnsignedString(millis) + " is not allowed: must be "
                            + SHORTEST_MILLIS + " to " + LONGEST_MILLIS + ", or 0 for " + DEFAULT_MILLIS)
                    .asRuntimeException());
            return;
        }
        Gate gate = new Gate(replies);
        replies.setOnCancelHandler(gate::close);
        gate.opened(watch.every(Duration.ofMillis(millis), !request.getWithoutCaptures(), gate::report));
    }

    /** Passes figures on while the client is connected and reads. */
    private static final class Gate {
        private final ServerCallStreamObserver<Figures> replies;
        private final LiveText text = new LiveText(LiveText.FULL);
        private JobWatch.Ending ending = () -> {};
        private boolean closed;

        Gate(ServerCallStreamObserver<Figures> replies) {
            this.replies = replies;
        }

        synchronized void report(LiveFigures figures) {
            if (!closed && replies.isReady()) {
                replies.onNext(Figures.newBuilder().setText(text.next(figures)).build());
            }
        }

        void opened(JobWatch.Ending end) {
            boolean late;
            synchronized (this) {
                ending = end;
                late = closed;
            }
            if (late) {
                end.close();
            }
        }

        void close() {
            JobWatch.Ending end;
            synchronized (this) {
                closed = true;
                end = ending;
            }
            end.close();
        }
    }
}
