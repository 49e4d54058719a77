package io.stepprofiler.agent.samediff;

import org.nd4j.autodiff.samediff.SDVariable;
import org.nd4j.autodiff.samediff.SameDiff;
import org.nd4j.autodiff.samediff.TrainingConfig;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Sgd;

/** A multilayer perceptron as a graph of SameDiff. */
final class DigitGraph {
    static final int INPUTS = 16;
    static final int HIDDEN = 32;
    static final int CLASSES = 4;
    static final int BATCH = 8;

    private DigitGraph() {}

    static SameDiff create() {
        SameDiff graph = SameDiff.create();
        SDVariable input = graph.placeHolder("input", DataType.FLOAT, -1, INPUTS);
        SDVariable label = graph.placeHolder("label", DataType.FLOAT, -1, CLASSES);
        SDVariable first = graph.var("first", Nd4j.rand(DataType.FLOAT, INPUTS, HIDDEN));
        SDVariable second = graph.var("second", Nd4j.rand(DataType.FLOAT, HIDDEN, CLASSES));
        SDVariable hidden = graph.nn().relu("hidden", input.mmul("product", first), 0);
        SDVariable logits = hidden.mmul("logits", second);
        graph.nn().softmax("prediction", logits);
        graph.loss().softmaxCrossEntropy("loss", label, logits, null);
        graph.setLossVariables("loss");
        graph.setTrainingConfig(TrainingConfig.builder()
                .updater(new Sgd(0.1))
                .dataSetFeatureMapping("input")
                .dataSetLabelMapping("label")
                .build());
        return graph;
    }

    static DataSet batch() {
        INDArray labels = Nd4j.zeros(DataType.FLOAT, BATCH, CLASSES);
        for (int i = 0; i < BATCH; i++) {
            labels.putScalar(i, i % CLASSES, 1);
        }
        return new DataSet(Nd4j.rand(DataType.FLOAT, BATCH, INPUTS), labels);
    }
}
