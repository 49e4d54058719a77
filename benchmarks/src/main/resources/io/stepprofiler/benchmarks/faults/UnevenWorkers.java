import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Two workers share a step, one of them with seven eighths of the work. */
public final class UnevenWorkers {
    static final Network NETWORK = new Network();
    static final AtomicInteger NUMBER = new AtomicInteger();
    static final ExecutorService POOL = Executors.newFixedThreadPool(2, work -> {
        Thread thread = new Thread(work, "worker-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    });

    static double part(float[][] rows, int from, int to) {
        double sum = 0;
        for (int k = 0; k < 100; k++) {
            for (int n = from; n < to; n++) {
                for (float value : rows[n]) {
                    sum += Math.sqrt(value + k);
                }
            }
        }
        return sum;
    }

    static double step(float[][] rows) throws Exception {
        double sum = 0;
        List<Callable<Double>> parts = List.of(() -> part(rows, 0, 28), () -> part(rows, 28, 32));
        for (var part : POOL.invokeAll(parts)) {
            sum += part.get();
        }
        return NETWORK.train(rows) + 0 * sum;
    }

    public static void main(String[] arguments) throws Exception {
        Loop.run(arguments, UnevenWorkers::step);
    }
}
