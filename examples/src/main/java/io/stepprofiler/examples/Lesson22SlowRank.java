package io.stepprofiler.examples;

import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.FleetDocument;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Lesson 22: four processes train one network together; one of them may have a fault, which the ledgers find. */
final class Lesson22SlowRank {
    /** System property with the fault: {@code none}, {@code loader}, {@code heap} or {@code cpu}. */
    static final String FAULT = "lesson.fault";

    /** The rank with the fault. */
    static final int SLOW = 2;

    private Lesson22SlowRank() {}

    /**
     * Outcome of the lesson.
     *
     * @param accuracyBefore accuracy on the test digits before the training
     * @param accuracyAfter accuracy after it
     * @param report comparison of the ranks
     * @param directory directory with the step ledgers and a page for each rank
     */
    record Compared(double accuracyBefore, double accuracyAfter, FleetReport report, Path directory)
            implements Lessons.Outcome {
        @Override
        public void print(PrintStream out) {
            out.printf(
                    Locale.ROOT,
                    "Test accuracy:  %.1f %% before, %.1f %% after%n%n",
                    100 * accuracyBefore,
                    100 * accuracyAfter);
            out.print(FleetDocument.text(report));
            out.printf("%nThe same by the command: stepprof fleet report %s%n", directory);
        }
    }

    static Compared run(Path dir, PrintStream out) throws IOException, InterruptedException {
        return run(dir, out, RankFault.valueOf(System.getProperty(FAULT, "none").toUpperCase(Locale.ROOT)));
    }

    static Compared run(Path dir, PrintStream out, RankFault fault) throws IOException, InterruptedException {
        LessonDirectory files = LessonDirectory.at(dir);
        out.println("Training on " + RankTraining.RANKS + " ranks; fault of rank " + SLOW + ": " + fault);
        // Unpacks PyTorch before the other processes look for it.
        LeNet.engine();
        List<Process> processes = new ArrayList<>();
        float[] accuracies;
        try (ServerSocket server = StarAllReduce.listen(RankTraining.RANKS)) {
            for (int rank = 0; rank < RankTraining.RANKS; rank++) {
                processes.add(start(rank, rank == SLOW ? fault : RankFault.NONE, server.getLocalPort(), files.path()));
            }
            if (fault == RankFault.CPU) {
                processes.add(otherProgram());
            }
            accuracies = StarAllReduce.serve(server, RankTraining.RANKS);
            for (Process rank : processes.subList(0, RankTraining.RANKS)) {
                if (!rank.waitFor(1, TimeUnit.MINUTES) || rank.exitValue() != 0) {
                    throw new IOException("a rank failed; its messages are above");
                }
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        List<StepLedger> ledgers = new ArrayList<>();
        for (Path file : files.written()) {
            if (file.toString().endsWith(StepLedger.SUFFIX)) {
                ledgers.add(StepLedger.read(file));
            }
        }
        return new Compared(accuracies[0], accuracies[1], FleetReport.of(ledgers, List.of()), files.path());
    }

    private static Process start(int rank, RankFault fault, int port, Path dir) throws IOException {
        List<String> command = new ArrayList<>(fault.prefix());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                fault.heap(),
                "-XX:MaxDirectMemorySize=256m",
                "--enable-native-access=ALL-UNNAMED",
                "-classpath",
                System.getProperty("java.class.path"),
                RankTraining.class.getName(),
                String.valueOf(rank),
                String.valueOf(port),
                dir.toString(),
                fault.name()));
        return new ProcessBuilder(command).inheritIO().start();
    }

    private static Process otherProgram() throws IOException {
        List<String> command = new ArrayList<>(RankFault.OTHER_PROGRAM);
        command.add(String.valueOf(ProcessHandle.current().pid()));
        return new ProcessBuilder(command).start();
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=22 -Dlesson.fault=loader
     *
     * Expected output
     *   Rank 2 is named, with the cause: waits for batches. All ranks have equal step times, because each waits in the
     *   all-reduce for the slowest one; the comparison is of the time outside of it. The account divides the time above
     *   the mean rank. No rank is named without -Dlesson.fault.
     *
     * Try
     *   -Dlesson.fault=heap gives rank 2 a small heap: the cause is garbage collections.
     *
     *   -Dlesson.fault=cpu binds rank 2 to a processor on which another program has priority: the cause is the machine,
     *   because its processor time is the same as the others'. Needs Linux.
     */
}
