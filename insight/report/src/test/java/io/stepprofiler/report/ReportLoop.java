package io.stepprofiler.report;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;

/** A training that records many events in one window, of which a report is made. */
final class ReportLoop {
    private static final Label FORWARD = Label.of("forward");

    private ReportLoop() {}

    /** Takes the directory, the number of events, and the number of events of a step. */
    public static void main(String[] arguments) {
        long events = Long.parseLong(arguments[1]);
        long ofAStep = Long.parseLong(arguments[2]);
        Profile profile = Profile.builder()
                .schedule(Schedule.always())
                .onTraceReady(ReportHandler.to(Path.of(arguments[0])))
                .start();
        for (long event = 1; event <= events; event++) {
            Scope.end(Scope.begin(FORWARD));
            if (event % ofAStep == 0) {
                profile.step();
            }
        }
        profile.close();
        System.out.println("failures: "
                + profile.failures().stream().map(ProfileFailure::kind).toList());
    }
}
