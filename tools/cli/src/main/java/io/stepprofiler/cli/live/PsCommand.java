package io.stepprofiler.cli.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Subcommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the training programs of this user. */
@Command(
        name = "ps",
        description = {
            "Lists the training programs of this user that run on Java.",
            "These are programs with the agent or a server for captures, and programs that have loaded DJL, "
                    + "Deeplearning4j, ND4J, PyTorch, TensorFlow, XGBoost, Spark, Tribuo, Smile, MXNet or this profiler, but "
                    + "no compilers and build tools. A program with a server is asked for its current step, its steps per second, and its current recording. "
                    + "Other programs are not contacted and do not notice: their loaded frameworks are seen from "
                    + "outside, on Linux. Elsewhere only programs with a server are listed.",
            "",
            "'stepprof capture', 'top' and 'attach' take the listed process ids."
        })
public final class PsCommand extends Subcommand {
    private static final String NOBODY =
            "No training program of this user was found. A Java program is listed when it has loaded a framework or this profiler,"
                    + " runs with -javaagent:step-profiler-agent.jar=server=0, or has called ProfilerServer.start;"
                    + " 'stepprof ps --all' lists all Java programs; 'stepprof attach PID' loads the agent into one.";

    private static final String NOT_SHOWN = "This system does not show which frameworks a process has loaded";

    @Option(
            names = {"-a", "--all"},
            description = "list all Java programs of this user")
    private boolean all;

    @Option(names = "--json", description = "write the list as JSON")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<JobSnapshot> jobs = JobSnapshot.all(all);
        PrintWriter out = out();
        if (json) {
            write(jobs, out);
        } else if (jobs.isEmpty()) {
            out.println(NOBODY);
        } else {
            out.print(JobSnapshot.text(jobs));
        }
        if (!json && !JavaProcess.showsWhatIsLoaded()) {
            out.println(NOT_SHOWN + (all ? "." : ": only programs with a server are listed, or all with --all."));
        }
        return ExitCode.DONE;
    }

    private static void write(List<JobSnapshot> jobs, PrintWriter out) throws IOException {
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (JobSnapshot job : jobs) {
                job.write(json);
            }
            json.writeEndArray();
        }
        out.println();
    }
}
