package io.stepprofiler.djl;

import java.nio.file.Path;

/** A program that exits in the middle of its training, with its window open and its trainer unclosed. */
final class UnclosedTraining {
    private UnclosedTraining() {}

    public static void main(String[] args) throws Exception {
        int[] steps = {0};
        TrainingProgram.loop(
                TrainingProgram.mlp(),
                TrainingProgram.MLP_INPUT,
                TrainingProgram.config(ProfilingListener.to(Path.of(args[0]))),
                12,
                trainer -> {
                    if (++steps[0] == 8) {
                        System.exit(3);
                    }
                });
    }
}
