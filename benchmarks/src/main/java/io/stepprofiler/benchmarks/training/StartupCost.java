package io.stepprofiler.benchmarks.training;

import com.sun.management.OperatingSystemMXBean;
import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.Sample;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints, as a Markdown table, how much processor time the start of a process takes with the agent and without, from
 * processes that run in turn. Nothing is recorded in any of them.
 *
 * <p>The arguments are the agent's jar and the number of processes of each sort.
 */
public final class StartupCost {
    private static final String RESULT = "nanoseconds of processor time: ";
    private static final int STEPS = 20;

    /** Program of a process, and its options of the agent. */
    private enum Start {
        NO_TRAINING("a program that does not train", "", "wait=1000000000"),
        WOVEN(
                "a training with DJL whose framework is woven, no profile",
                "train",
                "wait=1000000000,step=no.such.Class.method"),
        TRAINING("a training with DJL, the profile waits", "train", "wait=1000000000");

        private final String what;
        private final String program;
        private final String options;

        Start(String what, String program, String options) {
            this.what = what;
            this.program = program;
            this.options = options;
        }
    }

    private StartupCost() {}

    /** Measures and prints; with other arguments, is the process that is measured. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("child")) {
            child(arguments.length > 1);
            return;
        }
        Path agent = Path.of(arguments[0]).toRealPath();
        int processes = Integer.parseInt(arguments[1]);
        System.out.println("| process | without | the agent adds |");
        System.out.println("|---|---|---|");
        for (Start start : Start.values()) {
            double[] without = new double[processes];
            double[] added = new double[processes];
            for (int i = 0; i < processes; i++) {
                without[i] = run(start, List.of());
                added[i] = run(start, List.of("-javaagent:" + agent + "=" + start.options)) - without[i];
            }
            Sample differences = new Sample(added);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f s | %.2f s (%.2f to %.2f) |%n",
                    start.what,
                    new Sample(without).median(),
                    differences.median(),
                    differences.quantile(0.25),
                    differences.quantile(0.75));
        }
    }

    private static void child(boolean trains) throws Exception {
        if (trains) {
            try (DjlTraining training = new DjlTraining(DjlTraining.Network.MLP)) {
                for (int i = 0; i < STEPS; i++) {
                    training.step();
                }
            }
        }
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(RESULT + system.getProcessCpuTime());
    }

    /** Without the profiler, which programs under the agent do not bring. */
    private static String classPath() {
        String target = File.separator + "target" + File.separator;
        String own = StartupCost.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return Stream.concat(
                        Stream.of(own),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                                .filter(entry -> !entry.contains(target)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static double run(Start start, List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-Dai.djl.pytorch.num_threads=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                classPath()));
        command.addAll(flags);
        command.addAll(List.of(StartupCost.class.getName(), "child"));
        if (!start.program.isEmpty()) {
            command.add(start.program);
        }
        return Long.parseLong(ChildProcess.result(RESULT, command)) / 1e9;
    }
}
