package io.stepprofiler.agent.samediff;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.Agent;
import io.stepprofiler.analysis.memory.RecordedGraphs;
import io.stepprofiler.analysis.memory.TraceRange;
import io.stepprofiler.analysis.whatif.MemoryProfile;
import io.stepprofiler.analysis.whatif.MemoryProfileOptions;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Map;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.nd4j.autodiff.samediff.SameDiff;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Executes a graph of SameDiff under a profile of its own, woven by the agent, and prints its events and its memory
 * profile; derives its gradients, too.
 */
public final class GraphOutput {
    private GraphOutput() {}

    /**
     * Executes the graph.
     *
     * @param arguments options of the agent
     */
    public static void main(String[] arguments) {
        Agent.agentmain(arguments[0], ByteBuddyAgent.install());
        SameDiff graph = DigitGraph.create();
        Map<String, INDArray> inputs = Map.of("input", DigitGraph.batch().getFeatures());
        graph.output(inputs, "prediction");
        profile(() -> graph.output(inputs, "prediction"));
        profile(graph::createGradFunction);
    }

    @SuppressWarnings("try") // A profile is used by being open.
    private static void profile(Runnable work) {
        try (Profile profile = Profile.builder()
                .recordShapes(true)
                .withModules(true)
                .onTraceReady(GraphOutput::print)
                .start()) {
            work.run();
        }
    }

    private static void print(Trace trace) {
        Track track = trace.tracks().get(0);
        for (int i = 0; i < track.size(); i++) {
            System.out.println(trace.kind(track.nameId(i)) + " " + track.eventName(i));
            if (trace.kind(track.nameId(i)) == EventKind.MODULE
                    && track.eventName(i).equals("SameDiff")) {
                System.out.println(MemoryProfile.of(
                                RecordedGraphs.of(trace).graph(TraceRange.of(track, i)),
                                MemoryProfileOptions.DEFAULT.withMinBytes(0).withMinimalPeak())
                        .text());
            }
        }
    }
}
