package io.stepprofiler.fleetspark;

import io.stepprofiler.cli.StepProf;
import java.util.stream.Stream;

/**
 * The commands {@code stepprof fleet} on a cluster, such as {@code spark-submit --class
 * io.stepprofiler.fleetspark.FleetMain stepprof-fleet-spark.jar report DIR}. Paths of inputs and tables are paths of
 * Hadoop; other outputs are files of the driver's machine.
 */
public final class FleetMain {
    private static final String FLEET = "fleet";

    private FleetMain() {}

    /**
     * Runs a command and ends the process.
     *
     * @param args the command, such as {@code report} or {@code fleet report}, and its arguments
     */
    public static void main(String[] args) {
        boolean isNamed = args.length > 0 && args[0].equals(FLEET);
        StepProf.main(
                isNamed
                        ? args
                        : Stream.concat(Stream.of(FLEET), Stream.of(args)).toArray(String[]::new));
    }
}
