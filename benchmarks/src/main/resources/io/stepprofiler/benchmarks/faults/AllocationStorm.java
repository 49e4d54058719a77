import java.util.ArrayList;
import java.util.List;

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
        Loop.run(arguments, AllocationStorm::step);
    }
}
