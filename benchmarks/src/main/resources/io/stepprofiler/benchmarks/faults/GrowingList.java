import java.util.ArrayList;
import java.util.List;
import java.util.Random;

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
        float[][] rows = Network.rows(new Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step(rows);
        }
        System.out.println("loss " + loss);
    }
}
