package io.stepprofiler.benchmarks.training;

import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints, as a Markdown table, the processor time that an agent adds to a whole run of {@link PlainTraining}, its
 * compilers included: the median of the differences of pairs of processes with and without it, in alternating order.
 *
 * <p>Arguments: the agent's jar; the number of pairs; the numbers of steps of the runs.
 */
public final class AgentCost {
    private static final Path STATUS = Path.of("/proc/self/stat");

    /** Positions of {@code cutime} and {@code cstime} after the name of the process, see proc(5). */
    private static final int USER = 13;

    private static final int SYSTEM = 14;
    private static final double TICKS_A_SECOND = 100;

    /** Options of the agent, besides the method of a step; none for no agent. */
    private static final List<String> OPTIONS = List.of("", "log=quiet", "jvm=counters,log=quiet", "onDemand=true");

    private final Path classes = IdleAgentCost.program();
    private final String agent;

    private AgentCost(Path agent) throws IOException {
        this.agent = "-javaagent:" + agent + "=dir=" + classes.resolve("log") + ",step=" + PlainTraining.class.getName()
                + ".trainBatch,";
    }

    /** Measures, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        AgentCost cost = new AgentCost(Path.of(arguments[0]).toRealPath());
        int pairs = Integer.parseInt(arguments[1]);
        System.out.printf("%d pairs on JDK %s%n%n", pairs, Runtime.version().feature());
        System.out.println(
                "| steps | processor time without | added by defaults | by jvm=counters | by onDemand=true |\n"
                        + "|---|---|---|---|---|");
        for (String steps : Arrays.asList(arguments).subList(2, arguments.length)) {
            double[][] columns = new double[OPTIONS.size()][pairs];
            for (int pair = 0; pair < pairs; pair++) {
                for (int i = 0; i < columns.length; i++) {
                    int column = pair % 2 == 0 ? i : columns.length - 1 - i;
                    columns[column][pair] = cost.run(steps, OPTIONS.get(column));
                }
            }
            System.out.print("| " + steps + " | " + seconds(columns[0]));
            for (int column = 1; column < columns.length; column++) {
                double[] added = columns[column];
                for (int pair = 0; pair < pairs; pair++) {
                    added[pair] -= columns[0][pair];
                }
                System.out.print(" | " + seconds(added));
            }
            System.out.println(" |");
        }
    }

    /** Returns the processor time of a process, in seconds. */
    private double run(String steps, String option) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("-Xms256m", "-Xmx256m", "-cp", classes.toString()));
        if (!option.isEmpty()) {
            command.add(agent + option);
        }
        command.addAll(List.of(PlainTraining.class.getName(), "0", steps));
        double before = ofChildren();
        ChildProcess.result(PlainTraining.RESULT, command);
        return ofChildren() - before;
    }

    private static double ofChildren() throws IOException {
        String status = Files.readString(STATUS);
        String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS_A_SECOND;
    }

    private static String seconds(double[] values) {
        Sample sample = new Sample(values);
        return String.format(Locale.ROOT, "%.2f s (%.2f to %.2f)", sample.median(), sample.low(), sample.high());
    }
}
