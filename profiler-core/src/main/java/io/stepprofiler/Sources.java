package io.stepprofiler;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Anomaly;
import io.stepprofiler.trace.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The activity sources of a profile, each kept from failing the others. */
final class Sources {
    /** A recording that runs, and whose it is. */
    private record Running(ActivitySource source, ActivityRecording recording) {}

    /** The recordings of one window. */
    static final class Recordings {
        private final List<Running> running;
        private int failed;

        private Recordings(List<Running> running, int failed) {
            this.running = running;
            this.failed = failed;
        }
    }

    private final List<ActivitySource> sources;
    private final Failures failures;

    Sources(List<ActivitySource> sources, Failures failures) {
        this.sources = List.copyOf(sources);
        this.failures = failures;
    }

    void prepare() {
        for (ActivitySource source : sources) {
            attempt(source, "prepare", source::prepare);
        }
    }

    Recordings start() {
        List<Running> running = new ArrayList<>();
        for (ActivitySource source : sources) {
            attempt(
                    source,
                    "start",
                    () -> running.add(new Running(
                            source, Objects.requireNonNull(source.start(), "start() of the source answered null"))));
        }
        return new Recordings(running, sources.size() - running.size());
    }

    /** Stops them, the last started first. */
    void stop(Recordings recordings) {
        for (int i = recordings.running.size() - 1; i >= 0; i--) {
            Running each = recordings.running.get(i);
            if (!attempt(each.source, "stop", () -> each.recording.stop())) {
                recordings.running.remove(i);
                recordings.failed++;
            }
        }
    }

    void collect(Recordings recordings, TraceBuilder trace) {
        for (Running each : recordings.running) {
            if (!attempt(each.source, "collect", () -> each.recording.collect(new Sink(trace)))) {
                recordings.failed++;
            }
        }
        trace.anomaly(Anomaly.SOURCE_FAILED, recordings.failed);
    }

    private boolean attempt(ActivitySource source, String operation, Runnable call) {
        try {
            call.run();
            return true;
        } catch (Throwable e) {
            // A source may run into anything, such as a library that does not link: only its own part is lost.
            failures.add(
                    ProfileFailure.Kind.SOURCE_FAILED,
                    "Activity source " + source.getClass().getName() + " failed in " + operation,
                    e);
            return false;
        }
    }

    private record Sink(TraceBuilder trace) implements ActivitySink {
        @Override
        public void span(String lane, String name, long startNanos, long durationNanos) {
            TrackBuilder track = trace.lane(usable(lane));
            int nameId = trace.nameId(usable(name));
            trace.begun(1);
            if (durationNanos < 0) {
                trace.anomaly(Anomaly.NEGATIVE_DURATION, 1);
            }
            track.add(nameId, startNanos, durationNanos);
        }

        @Override
        public void sample(String counter, long nanos, double value) {
            String name = usable(counter);
            trace.begun(1);
            trace.counter(name, nanos, value);
        }

        @Override
        public void lost(long count) {
            if (count > 0) {
                trace.begun(count);
                trace.dropped(DropCause.SOURCE, count);
            }
        }

        /** A name that files can hold, as those of scopes are. */
        private String usable(@Nullable String name) {
            if (name == null || name.isEmpty()) {
                trace.anomaly(Anomaly.UNNAMED, 1);
                return NameTable.UNNAMED;
            }
            if (NameTable.isTooLong(name)) {
                trace.anomaly(Anomaly.TEXT_TRUNCATED, 1);
            }
            return NameTable.shortened(name);
        }
    }
}
