package io.stepprofiler.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the programs of this user that train. */
@Command(
        name = "ps",
        description = {
            "Lists the Java programs of this user that train.",
            "Those are the ones with the agent or a server for captures in them, and those that have loaded DJL,",
            "Deeplearning4j, ND4J, PyTorch, TensorFlow, XGBoost, Spark, Tribuo, Smile or MXNet. Where there is a server it is",
            "asked which step the program is in, how fast it goes, and what is recorded just now. The others are not asked",
            "anything and do not notice: what they have loaded is seen from outside, on Linux. Elsewhere those with a server are",
            "listed.",
            "",
            "The numbers are those that 'stepprof capture', 'top' and 'attach' take."
        },
        mixinStandardHelpOptions = true)
final class PsCommand implements Callable<Integer> {
    private static final String NOBODY =
            "No Java program of this user trains here. One is listed when it has loaded a framework,"
                    + " runs with -javaagent:step-profiler-agent.jar=server=0, or has called ProfilerServer.start;"
                    + " 'stepprof ps --all' lists every Java program, and 'stepprof attach PID' looks into one.";

    private static final String NOT_SHOWN = "What a process has loaded is not shown on this system";

    @Option(
            names = {"-a", "--all"},
            description = "list all Java programs of this user")
    private boolean all;

    @Option(names = "--json", description = "write the list as JSON")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<SeenJob> jobs = SeenJob.all(all);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            write(jobs, out);
        } else if (jobs.isEmpty()) {
            out.println(NOBODY);
        } else {
            table(jobs).forEach(out::println);
        }
        if (!json && !JavaProcess.showsWhatIsLoaded()) {
            out.println(NOT_SHOWN + (all ? "." : ": only those with a server are listed, or all with --all."));
        }
        return ExitCode.DONE;
    }

    private static List<String> table(List<SeenJob> jobs) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(SeenJob.COLUMNS);
        jobs.forEach(job -> rows.add(job.cells().stream().map(OneLine::of).toList()));
        int[] widths = new int[SeenJob.COLUMNS.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String space = " ".repeat(widths[i] - row.get(i).length());
            line.append(i == 0 ? "" : "  ").append(SeenJob.isNumber(i) ? space + row.get(i) : row.get(i) + space);
        }
        return line.toString().stripTrailing();
    }

    private static void write(List<SeenJob> jobs, PrintWriter out) throws IOException {
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (SeenJob job : jobs) {
                job.write(json);
            }
            json.writeEndArray();
        }
        out.println();
    }
}
