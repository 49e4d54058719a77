package com.acme;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** A training around the first lines of code of the README. */
public final class Train {
    private static double loss;

    private record Batch(double value) {}

    private static final class Model {
        double forward(Batch batch) {
            return batch.value() / 2;
        }
    }

    private Train() {}

    public static void main(String[] args) {
        Model model = new Model();
        List<Batch> batches = Collections.nCopies(100, new Batch(3));
        @README@
    }
}
