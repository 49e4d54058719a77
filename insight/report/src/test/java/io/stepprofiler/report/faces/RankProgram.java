package io.stepprofiler.report.faces;

import io.stepprofiler.Communication;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.schedule.Schedule;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** One rank of a training: each step takes some time, and then waits until all ranks are there. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class RankProgram {
    static final int STEPS = 24;

    private RankProgram() {}

    /** Its arguments: port of the meeting, file for its summary, milliseconds of augmentation in each step. */
    public static void main(String[] args) throws Exception {
        AtomicReference<StepReport> report = new AtomicReference<>();
        long millis = Long.parseLong(args[2]);
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(STEPS).repeat(1).build())
                .synchronousDelivery(true)
                .onTraceReady(trace -> report.set(StepReport.of(trace)))
                .start();
        try (Socket meeting = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
                profile) {
            for (int step = 0; step <= STEPS; step++) {
                try (Scope ignored = Scope.open("augment")) {
                    Thread.sleep(millis);
                }
                try (Scope ignored = Scope.open("forward")) {
                    Thread.sleep(20);
                }
                try (Scope ignored =
                        Communication.of("gloo", Collective.ALL_REDUCE).open(1, ElementType.FLOAT)) {
                    meeting.getOutputStream().write(1);
                    meeting.getInputStream().read();
                }
                profile.step();
            }
        }
        Files.writeString(Path.of(args[1]), SummaryFile.json(report.get()));
    }
}
