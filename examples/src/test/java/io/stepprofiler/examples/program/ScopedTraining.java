package io.stepprofiler.examples.program;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;

/** A training loop whose author has put scopes into it, and starts a profile of his own if told to. */
public final class ScopedTraining {
    private static final int STEPS = 12;

    private ScopedTraining() {}

    /**
     * Trains.
     *
     * @param arguments {@code own} for a profile of its own
     */
    public static void main(String[] arguments) {
        Profile own = arguments.length > 0 ? Profile.builder().start() : null;
        for (int step = 0; step < STEPS; step++) {
            trainBatch();
        }
        if (own != null) {
            own.close();
            System.out.println("own events: " + own.events().size());
        }
    }

    @SuppressWarnings("try") // The scope variable is there to be closed.
    private static void trainBatch() {
        try (Scope ignored = Scope.open("my scope")) {
            Thread.onSpinWait();
        }
    }
}
