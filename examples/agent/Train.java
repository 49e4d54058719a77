import java.util.Random;

/** A training without any profiling code, to be run under the agent: logistic regression on made-up text rows. */
public final class Train {
    private static final int FEATURES = 200;
    private static final int ROWS = 100;
    private static final int STEPS = 4_000;

    private final Random random = new Random(1);
    private final double[] weights = new double[FEATURES];

    private Train() {}

    /** Trains, and prints the length of the weights. */
    public static void main(String[] arguments) {
        Train train = new Train();
        for (int step = 0; step < STEPS; step++) {
            train.trainBatch();
        }
        double square = 0;
        for (double weight : train.weights) {
            square += weight * weight;
        }
        System.out.println("length of the weights: " + Math.sqrt(square));
    }

    private void trainBatch() {
        for (int row = 0; row < ROWS; row++) {
            double[] features = parse(line());
            update(features, features[0] > 0 ? 1 : 0);
        }
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < FEATURES; i++) {
            line.append(random.nextInt(2_000) - 1_000).append(',');
        }
        return line.toString();
    }

    private static double[] parse(String line) {
        String[] fields = line.split(",");
        double[] features = new double[fields.length];
        for (int i = 0; i < fields.length; i++) {
            features[i] = Double.parseDouble(fields[i]) / 1_000;
        }
        return features;
    }

    private void update(double[] features, double label) {
        double sum = 0;
        for (int i = 0; i < FEATURES; i++) {
            sum += weights[i] * features[i];
        }
        double error = label - 1 / (1 + Math.exp(-sum));
        for (int i = 0; i < FEATURES; i++) {
            weights[i] += 0.01 * error * features[i];
        }
    }
}
