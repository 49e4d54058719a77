import java.util.ArrayList;
import java.util.List;

/** Each step keeps its activations in a static list: the heap grows. */
public final class GrowingList {
    static final Network NETWORK = new Network();
    static final List<float[][]> HISTORY = new ArrayList<>();

    static void remember(float[][] rows) {
        float[][] copy = new float[8 * rows.length][];
        for (int n = 0; n < copy.length; n++) {
            copy[n] = rows[n % rows.length].clone();
        }
        HISTORY.add(copy);
    }

    static double step(float[][] rows) {
        remember(rows);
        return NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        Loop.run(arguments, GrowingList::step);
    }
}
