package io.stepprofiler.cli;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** A training of some milliseconds a step in this process, with a server for captures. */
public final class ServedLoop {
    private static final Label WORK = Label.of("work");
    private static final long STEP_NANOS = 4_000_000;

    private final Thread loop = new Thread(this::steps, "training");
    private final ProfilerServer server;
    private volatile boolean ended;

    private ServedLoop(ProfilerServer server) {
        this.server = server;
    }

    public static ServedLoop start() throws IOException {
        ServedLoop started = new ServedLoop(ProfilerServer.start(0));
        started.loop.setDaemon(true);
        started.loop.start();
        return started;
    }

    public int port() {
        return server.port();
    }

    public void end() throws InterruptedException {
        ended = true;
        loop.join();
        server.close();
    }

    private void steps() {
        for (long step = 0; !ended; step++) {
            StepScope scope = StepScope.open("train", step);
            long token = Scope.begin(WORK);
            LockSupport.parkNanos(STEP_NANOS);
            Scope.end(token);
            scope.close();
        }
    }
}
