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

    public static void main(String[] arguments) throws Exception {
        Loop.daemon("loader", FalseSharing::load);
        Loop.run(arguments, FalseSharing::step);
    }
}
