package io.stepprofiler.agent.dl4j;

import io.stepprofiler.agent.Agent;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.deeplearning4j.nn.conf.BackpropType;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.LSTM;
import org.deeplearning4j.nn.conf.layers.RnnOutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** Trains a recurrent network on sequences piece by piece with Deeplearning4j, under the agent. */
public final class SequenceTraining {
    private static final int BATCH = 4;
    private static final int INPUTS = 3;
    private static final int HIDDEN = 8;
    private static final int LENGTH = 30;
    private static final int PIECE = 5;

    private SequenceTraining() {}

    /**
     * Trains.
     *
     * @param arguments options of the agent
     */
    public static void main(String[] arguments) {
        Agent.agentmain(arguments[0], ByteBuddyAgent.install());
        MultiLayerNetwork network = new MultiLayerNetwork(new NeuralNetConfiguration.Builder()
                .seed(1)
                .updater(new Sgd(0.1))
                .list()
                .layer(new LSTM.Builder().nIn(INPUTS).nOut(HIDDEN).build())
                .layer(new RnnOutputLayer.Builder(LossFunction.MSE)
                        .nIn(HIDDEN)
                        .nOut(1)
                        .activation(Activation.IDENTITY)
                        .build())
                .backpropType(BackpropType.TruncatedBPTT)
                .tBPTTLength(PIECE)
                .build());
        network.init();
        network.fit(new DataSet(Nd4j.rand(BATCH, INPUTS, LENGTH), Nd4j.rand(BATCH, 1, LENGTH)));
        System.out.println("score " + network.score());
    }
}
