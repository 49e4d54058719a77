package io.stepprofiler.benchmarks.training;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Prints what it adds to the steps of a job that somebody watches it by {@code stepprof top}: blocks of steps in turn,
 * watched from another process and not. Steps compute for some milliseconds in twenty scopes. Arguments: pairs of
 * blocks, 20 by default, and steps of a block, 500 by default.
 */
public final class WatchCost {
    private static final Label WORK = Label.of("work");
    private static final int SCOPES = 20;
    private static final int ROUNDS = 150_000;

    private long step;
    private double sum;

    private WatchCost() {}

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 500;
        WatchCost job = new WatchCost();
        try (ProfilerServer server = ProfilerServer.start(0)) {
            Process watcher = watcher(server.port());
            try {
                PairedBlocks blocks = new PairedBlocks(pairs, steps, steps / 5);
                PairedBlocks.Result result = blocks.measure(job::step, () -> () -> {}, new Watched(watcher));
                System.out.printf(
                        Locale.ROOT,
                        "step %.3f ms, watched %+.2f %% (95 %%: %+.2f to %+.2f)%n",
                        result.without() / 1e6,
                        result.percent(),
                        result.percent(result.low()),
                        result.percent(result.high()));
            } finally {
                watcher.destroy();
            }
        }
    }

    private static Process watcher(int port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Watcher.class.getName(),
                        String.valueOf(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Has a process watch, and waits until it does, or does not any longer. */
    private static final class Watched implements PairedBlocks.Switch {
        private final PrintStream to;
        private final BufferedReader from;

        Watched(Process watcher) {
            to = new PrintStream(watcher.getOutputStream(), true, StandardCharsets.UTF_8);
            from = new BufferedReader(new InputStreamReader(watcher.getInputStream(), StandardCharsets.UTF_8));
        }

        @Override
        public AutoCloseable on() throws IOException {
            tell(Watcher.ON);
            return () -> System.out.println(tell(Watcher.OFF) + " looks");
        }

        private String tell(String line) throws IOException {
            to.println(line);
            String answer = from.readLine();
            if (answer == null) {
                throw new IOException("the watching process has ended");
            }
            return answer;
        }
    }

    private void step() {
        StepScope scope = StepScope.open("train", step++);
        for (int i = 0; i < SCOPES; i++) {
            long token = Scope.begin(WORK);
            for (int round = 0; round < ROUNDS; round++) {
                sum = sum * 0.999 + round;
            }
            Scope.end(token);
        }
        scope.close();
    }
}
