package io.stepprofiler.recipes;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/** Boosted trees: a step is a round of boosting. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class XGBoostRecipe implements Recipe {
    private static final int ROUNDS = 20;
    private static final Map<String, Object> PARAMETERS =
            Map.of("objective", "binary:logistic", "max_depth", 3, "nthread", 2);

    @Override
    public double[] train(Profile profile) throws XGBoostError {
        DMatrix data = data();
        Booster booster = XGBoost.train(data, PARAMETERS, 0, Map.of(), null, null);
        double before = loss(booster, data);
        for (int round = 0; round < ROUNDS; round++) {
            try (Scope ignored = Scope.open("boost")) {
                booster.update(data, round);
            }
            profile.step();
        }
        return new double[] {before, loss(booster, data)};
    }

    private static DMatrix data() throws XGBoostError {
        float[][] points = Recipe.points(2000, 2);
        float[] values = new float[points.length * 2];
        float[] labels = new float[points.length];
        for (int i = 0; i < points.length; i++) {
            System.arraycopy(points[i], 0, values, i * 2, 2);
            labels[i] = Recipe.label(points[i]);
        }
        DMatrix data = new DMatrix(values, points.length, 2, Float.NaN);
        data.setLabel(labels);
        return data;
    }

    /** A line of XGBoost, such as {@code [0]\tdata-logloss:0.3}. */
    private static double loss(Booster booster, DMatrix data) throws XGBoostError {
        String line = booster.evalSet(new DMatrix[] {data}, new String[] {"data"}, 0);
        return Double.parseDouble(line.substring(line.lastIndexOf(':') + 1));
    }
}
