package io.stepprofiler.agent.dl4j;

import io.stepprofiler.agent.Agent;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.deeplearning4j.nn.conf.ComputationGraphConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.graph.MergeVertex;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** Trains a graph with two branches with Deeplearning4j, under the agent. */
public final class DigitGraphTraining {
    private DigitGraphTraining() {}

    /**
     * Trains.
     *
     * @param arguments options of the agent
     */
    public static void main(String[] arguments) {
        Agent.agentmain(arguments[0], ByteBuddyAgent.install());
        ComputationGraph network = new ComputationGraph(configuration());
        network.init();
        network.fit(DigitTraining.batches());
        System.out.println("score " + network.score());
    }

    private static ComputationGraphConfiguration configuration() {
        return new NeuralNetConfiguration.Builder()
                .seed(1)
                .updater(new Sgd(0.1))
                .graphBuilder()
                .addInputs("input")
                .addLayer("left", branch(), "input")
                .addLayer("right", branch(), "input")
                .addVertex("merged", new MergeVertex(), "left", "right")
                .addLayer(
                        "output",
                        new OutputLayer.Builder(LossFunction.MCXENT)
                                .nIn(2 * DigitTraining.HIDDEN)
                                .nOut(DigitTraining.CLASSES)
                                .activation(Activation.SOFTMAX)
                                .build(),
                        "merged")
                .setOutputs("output")
                .build();
    }

    private static DenseLayer branch() {
        return new DenseLayer.Builder()
                .nIn(DigitTraining.INPUTS)
                .nOut(DigitTraining.HIDDEN)
                .activation(Activation.RELU)
                .build();
    }
}
