package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.steps.StepBreakdown;
import java.util.List;

/** Whether some steps come back after the same number of others. */
final class Periods {
    private static final int FEWEST = 3;

    private Periods() {}

    /** The number of steps from each to the next, 2 or more; 0 if that is not always the same, or they are too few. */
    static long of(List<StepBreakdown> steps) {
        if (steps.size() < FEWEST) {
            return 0;
        }
        long period = number(steps, 1) - number(steps, 0);
        for (int i = 2; i < steps.size(); i++) {
            if (number(steps, i) - number(steps, i - 1) != period) {
                return 0;
            }
        }
        return period < 2 ? 0 : period;
    }

    private static long number(List<StepBreakdown> steps, int index) {
        return steps.get(index).step().number();
    }
}
