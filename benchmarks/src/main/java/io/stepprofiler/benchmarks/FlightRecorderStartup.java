package io.stepprofiler.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * Measures the processor time that one window costs a process, all of its threads together, and prints it as a Markdown
 * table: the median over processes, which take turns. A process with nothing but the flight recorder of the JDK, one
 * recording that is read once, says what of it is not ours.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.FlightRecorderStartup 15</pre>
 */
public final class FlightRecorderStartup {
    private static final List<String> PROGRAMS = List.of(
            "nothing", "a profile", "with JVM counters", "with the flight recorder", "the JDK's recorder alone");

    private static final String RESULT = "cpu ";

    private FlightRecorderStartup() {}

    /** Runs the measurement with a number of rounds, or one of the programs that it measures. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (PROGRAMS.contains(arguments[0])) {
            run(arguments[0]);
            OperatingSystemMXBean bean = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            System.out.println(RESULT + bean.getProcessCpuTime());
            return;
        }
        int rounds = Integer.parseInt(arguments[0]);
        double[][] millis = new double[PROGRAMS.size()][rounds];
        for (int round = 0; round < rounds; round++) {
            for (int program = 0; program < PROGRAMS.size(); program++) {
                millis[program][round] = measured(PROGRAMS.get(program));
            }
        }
        System.out.printf("JDK %s, %d processes each%n%n", Runtime.version(), rounds);
        System.out.println("| the process has | processor time ms | more than nothing ms |\n|---|---|---|");
        for (int program = 0; program < PROGRAMS.size(); program++) {
            double median = new Sample(millis[program]).median();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f |%n",
                    PROGRAMS.get(program),
                    median,
                    median - new Sample(millis[0]).median());
        }
    }

    private static void run(String program) throws IOException, InterruptedException {
        ProfileBuilder builder = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build());
        switch (program) {
            case "a profile" -> window(builder);
            case "with JVM counters" -> window(builder.source(JvmCounters.create()));
            case "with the flight recorder" -> window(builder.source(FlightRecorderSource.create()));
            case "the JDK's recorder alone" -> recording();
            default -> Thread.sleep(40);
        }
    }

    private static void window(ProfileBuilder builder) throws InterruptedException {
        Profile profile = builder.start();
        try (profile) {
            for (int step = 0; step < 2; step++) {
                Thread.sleep(20);
                profile.step();
            }
        }
        if (!profile.failures().isEmpty()) {
            throw new IllegalStateException(profile.failures().toString());
        }
    }

    private static void recording() throws IOException, InterruptedException {
        Path file = Files.createTempFile("startup", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep");
            recording.start();
            Thread.sleep(40);
            recording.stop();
            recording.dump(file);
        }
        RecordingFile.readAllEvents(file);
        Files.delete(file);
    }

    private static double measured(String program) throws IOException, InterruptedException {
        List<String> command =
                List.of("-cp", System.getProperty("java.class.path"), FlightRecorderStartup.class.getName(), program);
        return Long.parseLong(ChildProcess.result(RESULT, command)) / 1e6;
    }
}
