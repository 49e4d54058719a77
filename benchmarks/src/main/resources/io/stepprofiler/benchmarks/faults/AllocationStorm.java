import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Each step keeps lists of boxed numbers for a while, in a heap of 96 MiB. */
public final class AllocationStorm {
    static final Network NETWORK = new Network();
    static final List<List<Float>> HISTORY = new ArrayList<>();

    static List<Float> normalise(float[] row) {
        List<Float> values = new ArrayList<>();
        for (float value : row) {
            values.add(value * 0.999f);
        }
        return values;
    }

    static double step(float[][] rows) {
        for (int k = 0; k < 12; k++) {
            for (int n = 0; n < rows.length; n++) {
                List<Float> values = normalise(rows[n]);
                if (HISTORY.size() < 1200) {
                    HISTORY.add(values);
                } else {
                    HISTORY.set((n + k * 37) % 1200, values);
                }
            }
        }
        return NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        float[][] rows = Network.rows(new Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step(rows);
        }
        System.out.println("loss " + loss);
    }
}
