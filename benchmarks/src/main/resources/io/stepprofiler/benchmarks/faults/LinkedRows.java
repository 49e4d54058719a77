import java.util.LinkedList;
import java.util.List;
import java.util.Random;

/** Each step reads the elements of a linked list by their index. */
public final class LinkedRows {
    static final Network NETWORK = new Network();
    static final List<Float> VALUES = new LinkedList<>();

    static double sum() {
        double sum = 0;
        for (int i = 0; i < VALUES.size(); i++) {
            sum += VALUES.get(i);
        }
        return sum;
    }

    static double step(float[][] rows) {
        return NETWORK.train(rows) + 0 * sum();
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 5000; i++) {
            VALUES.add(i * 0.1f);
        }
        float[][] rows = Network.rows(new Random(1));
        double loss = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            loss = step(rows);
        }
        System.out.println("loss " + loss);
    }
}
