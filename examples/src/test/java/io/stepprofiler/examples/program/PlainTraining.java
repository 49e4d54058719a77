package io.stepprofiler.examples.program;

/** A training loop that knows no profiler. */
public final class PlainTraining {
    private static final int STEPS = 12;

    private double weight;

    private PlainTraining() {}

    /**
     * Trains.
     *
     * @param arguments what to do in the fifth step, if anything: {@code exit}, {@code throw}, {@code halt}, or {@code
     *     hold}: exit with standard error locked
     */
    public static void main(String[] arguments) {
        PlainTraining training = new PlainTraining();
        for (int step = 0; step < STEPS; step++) {
            if (step == 4 && arguments.length > 0) {
                end(arguments[0]);
            }
            training.trainBatch(step);
        }
        System.out.println("trained " + training.weight);
    }

    private static void end(String how) {
        switch (how) {
            case "exit" -> System.exit(3);
            case "hold" -> {
                synchronized (System.err) {
                    System.exit(3);
                }
            }
            case "halt" -> Runtime.getRuntime().halt(4);
            default -> throw new IllegalStateException("the program's own");
        }
    }

    void trainBatch(int step) {
        weight -= 0.1 * backward(forward(step));
    }

    private double forward(double x) {
        return weight * x;
    }

    private static double backward(double y) {
        return y - 1;
    }
}
