package io.stepprofiler.documentation;

import io.stepprofiler.Counter;
import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.documentation.Snippets.Model;
import io.stepprofiler.mxnet.Domain;
import io.stepprofiler.mxnet.DumpFormat;
import io.stepprofiler.mxnet.MemoryScope;
import io.stepprofiler.mxnet.Profiler;
import io.stepprofiler.mxnet.ProfilerConfig;
import io.stepprofiler.mxnet.ProfilerState;
import io.stepprofiler.mxnet.SortBy;
import io.stepprofiler.mxnet.Task;
import java.nio.file.Path;
import java.util.Iterator;

/** The code of docs/guide.md and of Javadoc comments for those who know MXNet, to be compiled as it stands there. */
@SuppressWarnings("try") // The variables are there to be closed.
final class MxnetSnippets {
    private final Model model = new Model();

    private void train(Batch batch) {
        model.forward(batch);
    }

    private void train() {}

    void profiler() {
        Profiler.setConfig(
                ProfilerConfig.builder().profileAll(true).aggregateStats(true).build());
        Profiler.setState(ProfilerState.RUN);
        train();
        System.out.println(Profiler.dumps());
        Profiler.dump();
    }

    void guide(Iterator<Batch> batches) {
        Profiler.setConfig(ProfilerConfig.builder()
                .filename(Path.of("target/profile.json"))
                .profileAll(true)
                .aggregateStats(true)
                .build());
        Profiler.setState(ProfilerState.RUN);
        Domain domain = Domain.of("training");
        Task task = domain.newTask("epoch");
        Counter seen = domain.newCounter("batches seen");
        task.start();
        while (batches.hasNext()) {
            try (MemoryScope scope = Profiler.scope("batch")) {
                train(batches.next());
                seen.increment();
            }
        }
        task.stop();
        System.out.println(Profiler.dumps(false, DumpFormat.TABLE, SortBy.AVG, false));
        Profiler.dump();
    }
}
