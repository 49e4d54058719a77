package io.stepprofiler.recipes;

import io.stepprofiler.Counter;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;

/** A line through points, by gradient descent in a graph: a step is one run of the session. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class TensorFlowRecipe implements Recipe {
    private static final int STEPS = 20;
    private static final Counter LOSS = Counter.of("loss");

    @Override
    public double[] train(Profile profile) {
        double[] losses = new double[STEPS];
        try (Graph graph = new Graph();
                Session session = new Session(graph)) {
            Ops tf = Ops.create(graph);
            Placeholder<TFloat32> x = tf.placeholder(TFloat32.class);
            Placeholder<TFloat32> y = tf.placeholder(TFloat32.class);
            Variable<TFloat32> slope = tf.variable(Shape.scalar(), TFloat32.class);
            Operand<TFloat32> loss = tf.math.mean(tf.math.squaredDifference(tf.math.mul(x, slope), y), tf.constant(0));
            Output<?>[] gradients = graph.addGradients(loss.asOutput(), new Output<?>[] {slope.asOutput()});
            Op update = tf.train.applyGradientDescent(slope, tf.constant(0.5f), gradients[0].expect(TFloat32.class));
            session.initialize();
            session.runner().addTarget(tf.assign(slope, tf.constant(0f))).run().close();
            try (TFloat32 points = TFloat32.vectorOf(-1, -0.5f, 0.5f, 1);
                    TFloat32 values = TFloat32.vectorOf(-2, -1, 1, 2)) {
                Session.Runner training = session.runner()
                        .feed(x, points)
                        .feed(y, values)
                        .addTarget(update)
                        .fetch(loss);
                for (int step = 0; step < STEPS; step++) {
                    try (Scope ignored = Scope.open("session.run");
                            Result result = training.run()) {
                        losses[step] = ((TFloat32) result.get(0)).getFloat();
                    }
                    LOSS.record(losses[step]);
                    profile.step();
                }
            }
        }
        return new double[] {losses[0], losses[STEPS - 1]};
    }
}
