import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;

/** Step and loader count in neighbouring elements of an array of atomic numbers. */
public final class FalseSharing {
    static final Network NETWORK = new Network();
    static final AtomicLongArray COUNTS = new AtomicLongArray(2);

    static void count(float[][] rows) {
        for (int k = 0; k < 20; k++) {
            for (float[] row : rows) {
                for (float value : row) {
                    if (value > 0.1f) {
                        COUNTS.incrementAndGet(0);
                    }
                }
            }
        }
    }

    static void load() {
        while (true) {
            COUNTS.incrementAndGet(1);
        }
    }

    static double step(float[][] rows) {
        count(rows);
        return NETWORK.train(rows);
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) throws Exception {
        daemon("loader", FalseSharing::load);
        float[][] rows = Network.rows(new Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step(rows);
        }
        System.out.println("loss " + loss);
    }
}
