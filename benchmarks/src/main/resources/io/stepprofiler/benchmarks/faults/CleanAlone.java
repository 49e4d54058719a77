import java.util.Random;

/** One thread trains on batches that lie in memory, in random order; no fault. */
public final class CleanAlone {
    static final Network NETWORK = new Network();
    static final Random ORDER = new Random(2);
    static final float[][][] BATCHES = new float[20][][];

    static double step(float[][] unused) {
        return NETWORK.train(BATCHES[ORDER.nextInt(BATCHES.length)]);
    }

    public static void main(String[] arguments) throws Exception {
        for (int n = 0; n < BATCHES.length; n++) {
            BATCHES[n] = Network.rows(ORDER);
        }
        Loop.run(arguments, CleanAlone::step);
    }
}
