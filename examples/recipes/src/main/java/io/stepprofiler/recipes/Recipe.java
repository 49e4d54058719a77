package io.stepprofiler.recipes;

import io.stepprofiler.Profile;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** Small training with a framework, whose steps are marked in a profile. */
interface Recipe {
    /** All recipes, by the names of their frameworks. */
    Map<String, Recipe> ALL = Map.of(
            "xgboost4j", new XGBoostRecipe(),
            "tensorflow", new TensorFlowRecipe(),
            "spark", new SparkRecipe(),
            "tribuo", new TribuoRecipe(),
            "smile", new SmileRecipe());

    /**
     * Trains for at least ten steps.
     *
     * @return the loss before and after, in any unit
     */
    double[] train(Profile profile) throws Exception;

    /** Trains with a profile that writes two windows of three steps into {@code log}. */
    static double[] run(String name, Path log) throws Exception {
        Recipe recipe = ALL.get(name);
        if (recipe == null) {
            throw new IllegalArgumentException("recipe = " + name + " is not allowed: must be one of " + ALL.keySet());
        }
        try (Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
                .onTraceReady(TensorBoardHandler.to(log))
                .start()) {
            return recipe.train(profile);
        }
    }

    /** Runs the recipe named by the first argument and writes to the directory named by the second. */
    static void main(String[] args) throws Exception {
        double[] losses = run(args[0], Path.of(args[1]));
        System.out.println(args[0] + ": loss " + losses[0] + " before, " + losses[1] + " after");
    }

    /** Returns random points in a cube. */
    static float[][] points(int count, int dimensions) {
        Random random = new Random(1);
        float[][] points = new float[count][dimensions];
        for (float[] point : points) {
            for (int i = 0; i < dimensions; i++) {
                point[i] = random.nextFloat(-1, 1);
            }
        }
        return points;
    }

    /** Returns the label of a point: 1 if it is inside a ball around the center, else 0. */
    static int label(float[] point) {
        double squares = 0;
        for (float each : point) {
            squares += each * each;
        }
        return squares < 0.5 ? 1 : 0;
    }
}
