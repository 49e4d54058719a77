package io.stepprofiler.examples.program;

/** A training loop that knows no profiler, with a network in a class of its own. */
public final class PhasedTraining {
    private static final int STEPS = 80;
    private static final int TOO_OFTEN = 20_000;

    private final Net net = new Net();
    private double sum;

    private PhasedTraining() {}

    /**
     * Trains.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        PhasedTraining training = new PhasedTraining();
        for (int step = 0; step < STEPS; step++) {
            training.iteration();
        }
        System.out.println("trained " + (training.sum > 0));
    }

    void iteration() {
        trainBatch();
        sum += net.tiny(1);
    }

    private void trainBatch() {
        net.forward();
        for (int i = 0; i < TOO_OFTEN; i++) {
            sum = net.tiny(sum);
        }
        net.backward();
    }

    private static final class Net {
        private final double[] weights = new double[1000];

        void forward() {
            work(1_200);
        }

        void backward() {
            work(800);
        }

        double tiny(double x) {
            return x + 1;
        }

        private void work(int rounds) {
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < weights.length; i++) {
                    weights[i] = weights[i] * 0.5 + round;
                }
            }
        }
    }
}
