import java.util.LinkedList;
import java.util.List;

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
        Loop.run(arguments, LinkedRows::step);
    }
}
