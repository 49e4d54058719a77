package io.stepprofiler.examples.program;

import ai.djl.engine.Engine;
import ai.djl.translate.TranslateException;
import io.stepprofiler.mxnet.DumpFormat;
import io.stepprofiler.mxnet.Profiler;
import io.stepprofiler.mxnet.ProfilerState;
import io.stepprofiler.mxnet.SortBy;
import java.io.IOException;
import java.util.Map;

/** A training with DJL that is profiled by MXNet's calls, and names no source of operations. */
public final class MxnetTraining {
    private MxnetTraining() {}

    /**
     * Trains.
     *
     * @param arguments {@code configure} to say what is profiled, and when; else the environment does
     */
    public static void main(String[] arguments) throws IOException, TranslateException {
        if (arguments.length > 0) {
            Profiler.setConfig(Map.of("profile_all", true, "aggregate_stats", true));
            Profiler.setState(ProfilerState.RUN);
        }
        Profiler.isProfiling(); // Loads the package, as importing mxnet does.
        Engine.getInstance();
        Profiler.dump(false); // The sources look for libtorch now and not within a second.
        DjlTraining.main(new String[0]);
        System.out.println(Profiler.dumps(false, DumpFormat.TABLE, SortBy.TOTAL, false));
    }
}
