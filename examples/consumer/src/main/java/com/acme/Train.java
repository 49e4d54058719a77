package com.acme;

import io.stepprofiler.Counter;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** Training around the first lines of code of the README. */
public final class Train {
    private static double loss;

    private record Batch(double value) {
        int size() {
            return 1;
        }
    }

    private static final class Model {
        double forward(Batch batch) {
            return batch.value() / 2;
        }

        void backward(double loss) {
            System.out.print(loss > 0 ? "" : "no loss");
        }
    }

    private Train() {}

    public static void main(String[] args) {
        Model model = new Model();
        List<Batch> batches = Collections.nCopies(100, new Batch(3));
        @README@
    }
}
