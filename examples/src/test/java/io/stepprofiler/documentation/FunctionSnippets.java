package io.stepprofiler.documentation;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfiledFunction;
import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.documentation.Snippets.Model;
import io.stepprofiler.handlers.functions.FunctionProfileHandler;
import io.stepprofiler.handlers.functions.FunctionProfileOptions;
import io.stepprofiler.pytorch.TorchSource;
import java.util.function.Function;

/** The code of docs/guide.md and of Javadoc comments on profiles of functions, to be compiled as it stands there. */
final class FunctionSnippets {
    private final Model model = new Model();

    private double trainBatch(Batch batch) {
        return model.forward(batch);
    }

    double function(Batch batch) {
        Function<Batch, Double> train = ProfiledFunction.of("train").function(this::trainBatch);
        return train.apply(batch);
    }

    double guide(Batch batch) {
        Function<Batch, Double> train = ProfiledFunction.of("train").function(model::forward);
        FunctionProfileHandler functions = FunctionProfileHandler.of(
                FunctionProfileOptions.parse("n_apply=10,ignore_first_call=true,destination=profile.txt"));
        Profile profile = Profile.builder()
                .source(TorchSource.create())
                .recordShapes(true)
                .onTraceReady(functions)
                .start();
        try (profile) {
            return train.apply(batch);
        }
    }

    static Profile handler() {
        FunctionProfileHandler functions = FunctionProfileHandler.to(System.err);
        Profile profile = Profile.builder()
                .source(TorchSource.create())
                .recordShapes(true)
                .onTraceReady(functions)
                .start();
        return profile;
    }
}
