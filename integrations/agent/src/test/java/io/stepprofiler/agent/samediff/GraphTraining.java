package io.stepprofiler.agent.samediff;

import io.stepprofiler.agent.Agent;
import java.util.Collections;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.deeplearning4j.datasets.iterator.utilty.ListDataSetIterator;
import org.nd4j.linalg.dataset.DataSet;

/** Trains a graph of SameDiff, under the agent. */
public final class GraphTraining {
    private static final int BATCHES = 10;

    private GraphTraining() {}

    /**
     * Trains.
     *
     * @param arguments options of the agent
     */
    public static void main(String[] arguments) {
        Agent.agentmain(arguments[0], ByteBuddyAgent.install());
        DataSet batches = DataSet.merge(Collections.nCopies(BATCHES, DigitGraph.batch()));
        DigitGraph.create().fit(new ListDataSetIterator<>(batches.asList(), DigitGraph.BATCH), 1);
    }
}
