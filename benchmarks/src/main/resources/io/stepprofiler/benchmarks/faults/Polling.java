import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The step polls an empty queue and sleeps in between. */
public final class Polling {
    static final Network NETWORK = new Network();
    static final BlockingQueue<float[][]> QUEUE = new ArrayBlockingQueue<>(1);

    static float[][] next() throws InterruptedException {
        float[][] rows = QUEUE.poll();
        while (rows == null) {
            Thread.sleep(10);
            rows = QUEUE.poll();
        }
        return rows;
    }

    static void load() {
        Random random = new Random(1);
        try {
            while (true) {
                QUEUE.put(Network.rows(random));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static double step(float[][] unused) throws Exception {
        return NETWORK.train(next());
    }

    public static void main(String[] arguments) throws Exception {
        Loop.daemon("loader", Polling::load);
        Loop.run(arguments, Polling::step);
    }
}
