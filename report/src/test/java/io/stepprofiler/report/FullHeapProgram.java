package io.stepprofiler.report;

import io.stepprofiler.Profile;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** A loop in a small heap of which a part is in use all the time. */
final class FullHeapProgram {
    private static final int STEPS = 4;
    private static final int PIECE = 64 << 10;
    private static final int PIECES_A_STEP = 400;

    /** Written so that nothing is made in vain. */
    @SuppressWarnings("UnusedVariable")
    private static volatile byte[] garbage = {};

    /** What is in use. */
    @SuppressWarnings("UnusedVariable")
    private static volatile byte[][] live = {};

    private FullHeapProgram() {}

    /** Its arguments: file for its summary, part of the heap in use in hundredths. */
    public static void main(String[] args) throws Exception {
        AtomicReference<StepReport> report = new AtomicReference<>();
        long size = Runtime.getRuntime().maxMemory() * Long.parseLong(args[1]) / 100;
        live = new byte[(int) (size / PIECE)][PIECE];
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(STEPS).repeat(1).build())
                .source(JvmCounters.every(Duration.ofMillis(1)))
                .synchronousDelivery(true)
                .onTraceReady(trace -> {
                    live = new byte[0][];
                    report.set(StepReport.of(trace));
                })
                .start();
        try (profile) {
            for (int step = 0; step <= STEPS; step++) {
                for (int i = 0; i < PIECES_A_STEP; i++) {
                    garbage = new byte[PIECE];
                }
                profile.step();
            }
        }
        Files.writeString(Path.of(args[0]), SummaryFile.json(report.get()));
    }
}
