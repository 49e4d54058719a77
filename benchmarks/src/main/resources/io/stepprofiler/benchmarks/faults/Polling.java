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

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) throws Exception {
        daemon("loader", Polling::load);
        float[][] rows = Network.rows(new Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step(rows);
        }
        System.out.println("loss " + loss);
    }
}
