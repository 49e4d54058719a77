package io.stepprofiler.capture.client;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** A job with a server that makes steps until it is closed; as a program, until its standard input ends. */
final class SteppingJob implements AutoCloseable {
    static final int SCOPES_A_STEP = 4;
    private static final Label WORK = Label.of("work of a step");
    private static final long STEP_NANOS = 4_000_000;

    private final ProfilerServer server;
    private final Thread loop = new Thread(this::steps, "stepping job");
    private volatile boolean held;
    private volatile boolean ended;

    SteppingJob() throws IOException {
        server = ProfilerServer.start(0);
        loop.setDaemon(true);
        loop.start();
    }

    int port() {
        return server.port();
    }

    CaptureClient client() throws IOException {
        return CaptureClient.connect("127.0.0.1", port(), ClientOptions.DEFAULT);
    }

    /** Makes no further step until {@link #goOn}. */
    void hold() {
        held = true;
    }

    void goOn() {
        held = false;
    }

    @SuppressWarnings("try") // The step is there to be closed.
    private void steps() {
        for (long step = 0; !ended; step++) {
            while (held && !ended) {
                LockSupport.parkNanos(STEP_NANOS);
            }
            try (StepScope ignored = StepScope.open("train", step)) {
                for (int i = 0; i < SCOPES_A_STEP; i++) {
                    long token = Scope.begin(WORK);
                    LockSupport.parkNanos(STEP_NANOS / SCOPES_A_STEP);
                    Scope.end(token);
                }
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        server.close();
    }

    /** Prints the port, and leaves it to the end of the process to close the server. */
    public static void main(String[] args) throws IOException {
        System.out.println(new SteppingJob().port());
        System.out.flush();
        while (System.in.read() >= 0) {
            // Until whoever started it ends.
        }
        System.exit(0);
    }
}
