package io.stepprofiler.documentation;

import io.stepprofiler.documentation.Snippets.Batch;
import io.stepprofiler.documentation.Snippets.Model;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.xprof.ProfileOptions;
import io.stepprofiler.xprof.StepProfiler;
import io.stepprofiler.xprof.StepTraceAnnotation;
import io.stepprofiler.xprof.TraceAnnotation;
import io.stepprofiler.xprof.TraceSession;
import io.stepprofiler.xprof.XProf;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Function;

/** The code of docs/guide.md and of Javadoc comments for those who know JAX, to be compiled as it stands there. */
@SuppressWarnings("try") // The variables are there to be closed.
final class XProfSnippets {
    private final Model model = new Model();

    private void train(Batch batch) {
        model.forward(batch);
    }

    void session(Iterator<Batch> batches) {
        try (TraceSession session = XProf.trace(Path.of("target/log"))) {
            for (long step = 0; step < 10; step++) {
                try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", step)) {
                    train(batches.next());
                }
            }
        }
    }

    void guide(Iterator<Batch> batches) {
        Function<Batch, Double> forward =
                XProf.annotateFunction("forward").metadata("layers", 12).function(model::forward);
        ProfileOptions options = ProfileOptions.builder()
                .hostTracerLevel(3)
                .createPerfettoLink(PerfettoLink.DEFAULT.withBlocking(false))
                .build();
        try (TraceSession session = XProf.trace(Path.of("target/log"), options)) {
            for (long step = 0; step < 10; step++) {
                try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", step);
                        TraceAnnotation phase = TraceAnnotation.open("phase")) {
                    phase.setMetadata("loss", forward.apply(batches.next()));
                }
            }
            XProf.saveDeviceMemoryProfile(Path.of("target/log/memory.pb.gz"));
        }
    }

    void link(PerfettoLink link, Iterator<Batch> batches) {
        ProfileOptions options = ProfileOptions.builder()
                .createPerfettoLink(link.withOutput(System.out::println))
                .build();
        try (TraceSession session = XProf.trace(Path.of("target/log"), options)) {
            train(batches.next());
        }
    }

    void some(long resumedAt, long steps, Iterator<Batch> batches) {
        try (StepProfiler profiler = StepProfiler.start(Path.of("target/log"), 100, 5)) {
            for (long step = resumedAt; step < steps; step++) {
                try (StepTraceAnnotation ignored = profiler.step(step)) {
                    train(batches.next());
                }
            }
        }
    }

    static void annotate(String file) {
        try (TraceAnnotation annotation = TraceAnnotation.open("decode").setMetadata("file", file)) {
            annotation.setMetadata("images", decode(file));
        }
    }

    private static long decode(String file) {
        return file.length();
    }
}
