package io.stepprofiler.jvm;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Program of {@link FlightRecorderProcessTest}: a loop that is compiled while nothing is recorded, and is then recorded. Prints
 * where the virtual machine took the recording for something that never happens.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
public final class SwitchedLoop {
    private static final int IDLE = 30_000;
    private static final int RECORDED = 100;
    private static final int STEP = 6;
    private static final Label LABEL = Label.of("label");

    private static long sum;

    private SwitchedLoop() {}

    /** Runs the loop. */
    public static void main(String[] arguments) throws Exception {
        Path file = Files.createTempFile("switched-loop", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.Deoptimization");
            try (Profile profile = Profile.builder()
                    .schedule(Schedule.builder()
                            .wait(IDLE)
                            .warmup(1)
                            .active(RECORDED)
                            .repeat(1)
                            .build())
                    .start()) {
                for (int i = 0; i < IDLE; i++) {
                    step(profile);
                }
                recording.start();
                for (int i = 0; i < RECORDED; i++) {
                    step(profile);
                }
            }
            recording.dump(file);
        }
        System.out.println("steps: " + sum / STEP + ", wrong guesses: " + wrongGuesses(file));
    }

    private static void step(Profile profile) {
        byName(1);
        byLabel(2);
        byToken(3);
        profile.step();
    }

    private static void byName(int number) {
        try (Scope scope = Scope.open("name")) {
            sum += number;
        }
    }

    private static void byLabel(int number) {
        try (Scope scope = Scope.open(LABEL)) {
            sum += number;
        }
    }

    private static void byToken(int number) {
        long token = Scope.begin(LABEL);
        sum += number;
        Scope.end(token);
    }

    /** Where compiled code of the loop, or of the scopes in it, was thrown away for a branch that it did not have. */
    private static List<String> wrongGuesses(Path file) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            String reason = event.getString("reason");
            RecordedFrame at = event.getStackTrace().getFrames().get(0);
            String type = at.getMethod().getType().getName();
            if (reason.equals("unstable_if")
                    && (type.equals(Scope.class.getName()) || type.equals(SwitchedLoop.class.getName()))) {
                wrong.add(reason + " in " + type + "." + at.getMethod().getName() + ", line " + at.getLineNumber());
            }
        }
        Files.delete(file);
        return wrong;
    }
}
