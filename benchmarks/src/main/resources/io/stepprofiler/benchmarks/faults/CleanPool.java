import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two even halves of each batch are scored by a pool of the size of the machine; no fault. */
public final class CleanPool {
    static final Network NETWORK = new Network();
    static final ExecutorService POOL = Executors.newFixedThreadPool(2, work -> {
        Thread thread = new Thread(work, "scorer");
        thread.setDaemon(true);
        return thread;
    });

    static double score(float[][] rows, int from) {
        double sum = 0;
        for (int k = 0; k < 40; k++) {
            for (int n = from; n < from + Network.ROWS / 2; n++) {
                for (float value : rows[n]) {
                    sum += Math.sqrt(value + k);
                }
            }
        }
        return sum;
    }

    static double step(float[][] rows) throws Exception {
        double sum = 0;
        List<Callable<Double>> halves = List.of(() -> score(rows, 0), () -> score(rows, Network.ROWS / 2));
        for (var half : POOL.invokeAll(halves)) {
            sum += half.get();
        }
        return NETWORK.train(rows) + 0 * sum;
    }

    public static void main(String[] arguments) throws Exception {
        Loop.run(arguments, CleanPool::step);
    }
}
