import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The loader augments under the lock that the step needs for its statistics. */
public final class SharedLock {
    static final Network NETWORK = new Network();
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(4);
    static double sum;

    static synchronized void addLoss(double loss) {
        sum += loss;
    }

    static synchronized float[][] augment(float[][] rows, Random random) {
        for (int k = 0; k < 12; k++) {
            for (float[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    row[i] += (float) random.nextGaussian() * 0.001f;
                }
            }
        }
        return rows;
    }

    static void load() {
        Random random = new Random(1);
        try {
            while (true) {
                QUEUE.offer(augment(Network.rows(random), random));
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static double step(float[][] rows) {
        float[][] next = QUEUE.poll();
        double loss = NETWORK.train(next == null ? rows : next);
        addLoss(loss);
        return loss;
    }

    public static void main(String[] arguments) throws Exception {
        Loop.daemon("loader", SharedLock::load);
        Loop.run(arguments, SharedLock::step);
    }
}
