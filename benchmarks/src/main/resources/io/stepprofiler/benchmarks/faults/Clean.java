import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two threads prepare batches in a bounded queue; no fault. */
public final class Clean {
    static final Network NETWORK = new Network();
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(4);

    static double step(float[][] unused) throws Exception {
        return NETWORK.train(QUEUE.take());
    }

    static void load(long seed) {
        Random random = new Random(seed);
        try {
            while (true) {
                QUEUE.put(Network.rows(random));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Loop.daemon("loader-0", () -> load(0));
        Loop.daemon("loader-1", () -> load(1));
        Loop.run(arguments, Clean::step);
    }
}
