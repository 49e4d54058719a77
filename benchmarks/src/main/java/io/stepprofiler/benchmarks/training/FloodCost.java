package io.stepprofiler.benchmarks.training;

import io.stepprofiler.capture.ProfilerServer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prints what it costs a job that its server is flooded: blocks of {@link ScopedSteps} in turn, while another process
 * floods the server, and while that floods itself in the same way. Besides what is added to the steps it says what all
 * other threads of the job take of a processor meanwhile. Arguments: pairs of blocks, 10 by default, and steps of a
 * block, 500 by default.
 */
public final class FloodCost {
    private FloodCost() {}

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
        for (Flood.Kind kind : Flood.Kind.values()) {
            measure(kind, new PairedBlocks(pairs, steps, steps / 5));
        }
    }

    private static void measure(Flood.Kind kind, PairedBlocks blocks) throws Exception {
        ThreadsWork elsewhere = new ThreadsWork();
        ThreadsWork here = new ThreadsWork();
        AtomicLong sent = new AtomicLong();
        try (ProfilerServer server = ProfilerServer.start(0);
                Neighbour flood = new Neighbour(Flood.class, String.valueOf(server.port()), kind.name())) {
            PairedBlocks.Result result = blocks.measure(
                    new ScopedSteps(),
                    () -> {
                        flood.tell(Flood.ELSEWHERE);
                        AutoCloseable span = elsewhere.span();
                        return () -> {
                            span.close();
                            flood.tell(Flood.OFF);
                        };
                    },
                    () -> {
                        flood.tell(Flood.ON);
                        AutoCloseable span = here.span();
                        return () -> {
                            span.close();
                            sent.addAndGet(Long.parseLong(flood.tell(Flood.OFF)));
                        };
                    });
            System.out.println(kind.name().toLowerCase(Locale.ROOT) + ", " + sent + " sent, "
                    + server.refusedConnections() + " connections closed: " + result);
            System.out.println("flooded: " + here);
            System.out.println("flooded elsewhere: " + elsewhere);
        }
    }
}
