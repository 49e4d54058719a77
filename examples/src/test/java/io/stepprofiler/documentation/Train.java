package io.stepprofiler.documentation;

import io.stepprofiler.DataLoader;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

public final class Train {
    public static void main(String[] args) {
        Random random = new Random(1);
        Iterable<double[]> batches =
                () -> Stream.generate(() -> random.doubles(100_000).toArray())
                        .limit(4_000)
                        .iterator();
        double weight = 0;
        try (Profile profile = Profile.builder()
                .schedule(Schedule.auto())
                .source(FlightRecorderSource.create())
                .onTraceReady(TableHandler.to(System.out))
                .onTraceReady(ReportHandler.to(Path.of("target/log")))
                .start()) {
            for (double[] batch : DataLoader.wrap(batches)) {
                try (Scope scope = Scope.open("gradient")) {
                    scope.arg("samples", batch.length);
                    for (double x : batch) {
                        weight += 0.01 * (3 * x - weight * x) * x;
                    }
                }
                profile.step();
            }
        }
        System.out.println("y = " + weight + " x");
    }
}
