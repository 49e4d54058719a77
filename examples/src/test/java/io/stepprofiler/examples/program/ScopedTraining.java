package io.stepprofiler.examples.program;

import io.stepprofiler.Counter;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import java.util.List;

/** A training loop whose author has put scopes into it, and starts a profile of his own if told to. */
public final class ScopedTraining {
    private static final int STEPS = 12;
    private static final Counter LOSS = Counter.of("loss");

    private ScopedTraining() {}

    /**
     * Trains.
     *
     * @param arguments {@code own} for a profile of its own, {@code diverge} for a loss that is none in step 9
     */
    public static void main(String[] arguments) {
        List<String> asked = List.of(arguments);
        Profile own = asked.contains("own") ? Profile.builder().start() : null;
        for (int step = 0; step < STEPS; step++) {
            trainBatch(asked.contains("diverge") && step == 9 ? Double.NaN : step);
        }
        if (own != null) {
            own.close();
            System.out.println("own events: " + own.lastTrace().orElseThrow().eventCount());
        }
    }

    @SuppressWarnings("try") // The scope variable is there to be closed.
    private static void trainBatch(double loss) {
        try (Scope ignored = Scope.open("my scope")) {
            LOSS.record(loss);
        }
    }
}
