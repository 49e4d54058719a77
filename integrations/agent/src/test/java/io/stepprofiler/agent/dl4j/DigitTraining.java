package io.stepprofiler.agent.dl4j;

import io.stepprofiler.agent.Agent;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.deeplearning4j.datasets.iterator.utilty.ListDataSetIterator;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.dataset.api.iterator.DataSetIterator;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** Trains a multilayer perceptron with Deeplearning4j, under the agent. */
public final class DigitTraining {
    static final int INPUTS = 16;
    static final int HIDDEN = 32;
    static final int CLASSES = 4;
    private static final int BATCH = 8;
    private static final int BATCHES = 10;

    private DigitTraining() {}

    /**
     * Trains.
     *
     * @param arguments options of the agent
     */
    public static void main(String[] arguments) {
        Agent.agentmain(arguments[0], ByteBuddyAgent.install());
        MultiLayerNetwork network = new MultiLayerNetwork(configuration());
        network.init();
        network.fit(batches());
        System.out.println("score " + network.score());
    }

    private static MultiLayerConfiguration configuration() {
        return new NeuralNetConfiguration.Builder()
                .seed(1)
                .updater(new Sgd(0.1))
                .list()
                .layer(new DenseLayer.Builder()
                        .nIn(INPUTS)
                        .nOut(HIDDEN)
                        .activation(Activation.RELU)
                        .build())
                .layer(new OutputLayer.Builder(LossFunction.MCXENT)
                        .nIn(HIDDEN)
                        .nOut(CLASSES)
                        .activation(Activation.SOFTMAX)
                        .build())
                .build();
    }

    static DataSetIterator batches() {
        List<DataSet> samples = new ArrayList<>();
        for (int i = 0; i < BATCH * BATCHES; i++) {
            float[] label = new float[CLASSES];
            label[i % CLASSES] = 1;
            samples.add(new DataSet(Nd4j.rand(1, INPUTS), Nd4j.create(label).reshape(1, CLASSES)));
        }
        return new ListDataSetIterator<>(samples, BATCH);
    }
}
