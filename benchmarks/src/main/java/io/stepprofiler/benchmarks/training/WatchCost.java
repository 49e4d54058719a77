package io.stepprofiler.benchmarks.training;

import io.stepprofiler.capture.ProfilerServer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prints what it costs a job that somebody watches it by {@code stepprof top}: blocks of {@link ScopedSteps} in turn,
 * watched from another process and not. Besides what is added to the steps it says what all other threads of the job
 * take of a processor meanwhile, which does not drown in noise, at first and later, and in the end by spans of 15
 * seconds in which somebody watches all the time. Arguments: pairs of blocks, 20 by default; steps of a block, 500 by
 * default; spans, none by default.
 */
public final class WatchCost {
    /** In which the code that makes figures of captures is compiled. */
    private static final int COLD_PAIRS = 5;

    private static final long SPAN_NANOS = 15_000_000_000L;

    private WatchCost() {}

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
        int spans = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        ScopedSteps job = new ScopedSteps();
        try (ProfilerServer server = ProfilerServer.start(0);
                Neighbour watcher = new Neighbour(Watcher.class, String.valueOf(server.port()))) {
            measure("at first", job, watcher, new PairedBlocks(COLD_PAIRS, steps, steps / 5));
            measure("later", job, watcher, new PairedBlocks(pairs, steps, steps / 5));
            watchOn(job, watcher, spans);
        }
    }

    private static void watchOn(ScopedSteps job, Neighbour watcher, int spans) throws Exception {
        watcher.tell(Watcher.ON);
        for (int i = 1; i <= spans; i++) {
            ThreadsWork threads = new ThreadsWork();
            AutoCloseable span = threads.span();
            long start = System.nanoTime();
            while (System.nanoTime() - start < SPAN_NANOS) {
                job.run();
            }
            span.close();
            System.out.println("watched all the time, span " + i + ": " + threads);
        }
        watcher.tell(Watcher.OFF);
    }

    private static void measure(String when, ScopedSteps job, Neighbour watcher, PairedBlocks blocks) throws Exception {
        ThreadsWork alone = new ThreadsWork();
        ThreadsWork watched = new ThreadsWork();
        AtomicLong looks = new AtomicLong();
        PairedBlocks.Result result = blocks.measure(job, alone::span, () -> {
            watcher.tell(Watcher.ON);
            AutoCloseable span = watched.span();
            return () -> {
                span.close();
                looks.addAndGet(Long.parseLong(watcher.tell(Watcher.OFF)));
            };
        });
        System.out.println("watched " + when + ", " + looks + " looks: " + result);
        System.out.println("threads while watched: " + watched);
        System.out.println("threads otherwise: " + alone);
    }
}
