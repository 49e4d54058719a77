package io.stepprofiler.recipes;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import java.util.List;
import org.tribuo.Feature;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.evaluation.LabelEvaluator;
import org.tribuo.classification.sgd.linear.LinearSGDTrainer;
import org.tribuo.classification.sgd.objectives.LogMulticlass;
import org.tribuo.impl.ArrayExample;
import org.tribuo.math.la.Tensor;
import org.tribuo.math.optimisers.AdaGrad;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/** Logistic regression: a step is a step of the optimizer, which Tribuo takes once a minibatch. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class TribuoRecipe implements Recipe {
    private static final int EPOCHS = 3;
    private static final int BATCH = 100;

    /** Tribuo copies its optimizer for each training. */
    private static final class SteppingAdaGrad extends AdaGrad {
        private final Profile profile;

        SteppingAdaGrad(Profile profile) {
            super(0.1);
            this.profile = profile;
        }

        @Override
        public Tensor[] step(Tensor[] updates, double weight) {
            try (Scope ignored = Scope.open("optimizer")) {
                return super.step(updates, weight);
            } finally {
                profile.step();
            }
        }

        @Override
        public AdaGrad copy() {
            return new SteppingAdaGrad(profile);
        }
    }

    @Override
    public double[] train(Profile profile) {
        LabelFactory labels = new LabelFactory();
        MutableDataset<Label> data = new MutableDataset<>(new SimpleDataSourceProvenance("points", labels), labels);
        for (float[] point : Recipe.points(1000, 2)) {
            data.add(example(point));
        }
        Model<Label> model = new LinearSGDTrainer(
                        new LogMulticlass(), new SteppingAdaGrad(profile), EPOCHS, Integer.MAX_VALUE, BATCH, 1)
                .train(data);
        return new double[] {0.5, 1 - new LabelEvaluator().evaluate(model, data).accuracy()};
    }

    private static ArrayExample<Label> example(float[] point) {
        Label label = new Label(point[0] > point[1] ? "above" : "below");
        return new ArrayExample<>(label, List.of(new Feature("x", point[0]), new Feature("y", point[1])));
    }
}
