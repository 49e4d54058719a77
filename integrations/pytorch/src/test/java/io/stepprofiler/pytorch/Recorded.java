package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Traces of what ran while a profile with a {@link TorchSource} was open. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a profile is used by being open.
final class Recorded {
    interface Work {
        void run() throws Exception;
    }

    private Recorded() {}

    /** A build without a C compiler has none, and nothing to test. */
    static void assumeNativeLibrary() {
        NativeStatus status = NativeStatus.current();
        assumeThat(status.available()).as(status.reason()).isTrue();
    }

    /** The model of all tests of this process, whose operations have run before. */
    static TinyMlp warmMlp() {
        assumeNativeLibrary();
        return Warm.MLP;
    }

    private static final class Warm {
        static final TinyMlp MLP = new TinyMlp();

        static {
            MLP.step();
        }
    }

    static Trace trace(UnaryOperator<ProfileBuilder> options, Work work) throws Exception {
        return traceOf(TorchSource.create(), options, work);
    }

    static Trace traceOf(TorchSource source, UnaryOperator<ProfileBuilder> options, Work work) throws Exception {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = options.apply(Profile.builder().source(source))
                .onTraceReady(traces::add)
                .start()) {
            work.run();
        }
        return traces.get(0);
    }

    static Trace withShapes(Work work) throws Exception {
        return trace(builder -> builder.recordShapes(true), work);
    }

    static Trace withMemory(Work work) throws Exception {
        return trace(builder -> builder.recordShapes(true).profileMemory(true), work);
    }

    /** All events of threads, those of one thread in their order. */
    static List<TraceEvent> events(Trace trace) {
        List<TraceEvent> events = new ArrayList<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; track.isThread() && i < track.size(); i++) {
                events.add(track.event(i));
            }
        }
        return events;
    }

    static List<String> names(Trace trace) {
        return events(trace).stream().map(TraceEvent::name).toList();
    }

    static TraceEvent first(Trace trace, String name) {
        return events(trace).stream()
                .filter(event -> event.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + names(trace)));
    }

    static TraceEvent at(Trace trace, EventRef event) {
        return trace.tracks().get(event.track()).event(event.event());
    }

    static String note(Trace trace, String key) {
        MetadataValue value = trace.metadata().get(key);
        return value == null ? "" : value.text();
    }
}
