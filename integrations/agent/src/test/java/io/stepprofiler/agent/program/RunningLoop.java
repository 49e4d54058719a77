package io.stepprofiler.agent.program;

import java.io.IOException;

/** A training loop that knows no profiler, and runs until its standard input ends. */
public final class RunningLoop {
    private static final long STEP_MILLIS = 2;

    private double weight;

    private RunningLoop() {}

    /**
     * Trains.
     *
     * @param arguments ignored
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        RunningLoop loop = new RunningLoop();
        System.out.println("running");
        for (int step = 0; System.in.available() == 0; step++) {
            loop.trainBatch(step);
        }
        System.out.println("trained " + loop.weight);
    }

    void trainBatch(int step) throws InterruptedException {
        Thread.sleep(STEP_MILLIS);
        weight += Math.sin(step);
    }
}
