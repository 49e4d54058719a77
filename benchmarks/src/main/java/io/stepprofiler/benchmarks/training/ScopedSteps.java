package io.stepprofiler.benchmarks.training;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;

/** Steps that compute for some milliseconds in twenty scopes, and count nothing but themselves. */
final class ScopedSteps implements Runnable {
    private static final Label WORK = Label.of("work");
    private static final int SCOPES = 20;
    private static final int ROUNDS = 150_000;

    private long step;
    private double sum;

    /** The next step. */
    @Override
    public void run() {
        StepScope scope = StepScope.open("train", step++);
        for (int i = 0; i < SCOPES; i++) {
            long token = Scope.begin(WORK);
            for (int round = 0; round < ROUNDS; round++) {
                sum = sum * 0.999 + round;
            }
            Scope.end(token);
        }
        scope.close();
    }
}
