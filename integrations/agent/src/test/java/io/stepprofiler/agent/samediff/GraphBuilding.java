package io.stepprofiler.agent.samediff;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.Agent;
import io.stepprofiler.analysis.functions.CompileTimes;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.nd4j.autodiff.samediff.SameDiff;

/** Derives the gradients of a graph of SameDiff under a profile of its own, woven by the agent, and prints when. */
public final class GraphBuilding {
    private GraphBuilding() {}

    /**
     * Derives the gradients.
     *
     * @param arguments options of the agent
     */
    @SuppressWarnings("try") // A profile is used by being open.
    public static void main(String[] arguments) {
        Agent.agentmain(arguments[0], ByteBuddyAgent.install());
        SameDiff graph = DigitGraph.create();
        try (Profile profile =
                Profile.builder().onTraceReady(GraphBuilding::print).start()) {
            graph.createGradFunction();
        }
    }

    private static void print(Trace trace) {
        Track track = trace.tracks().get(0);
        for (int i = 0; i < track.size(); i++) {
            if (track.eventName(i).startsWith(CompileTimes.GRAPH_BUILDING)) {
                System.out.println("scope " + track.eventName(i));
            }
        }
    }
}
