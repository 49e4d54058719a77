package io.stepprofiler.jvm;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Windows that are recorded with a source around some work. */
final class Windows {
    /** What is done in a window. */
    interface Work {
        void run() throws Exception;
    }

    private Windows() {}

    /** The trace of a window around the work, in which nothing went wrong. */
    static Trace of(ActivitySource source, Work work) throws Exception {
        return of(Profile.builder(), source, work);
    }

    static Trace of(ProfileBuilder builder, ActivitySource source, Work work) throws Exception {
        Profile profile = builder.synchronousDelivery(true).source(source).start();
        try (profile) {
            work.run();
        }
        if (!profile.failures().isEmpty()) {
            throw new AssertionError(profile.failures());
        }
        return profile.lastTrace().orElseThrow();
    }

    /** The events of the lane with this name. */
    static List<TraceEvent> lane(Trace trace, String name) {
        return trace.tracks().stream()
                .filter(track -> track.name().equals(name))
                .flatMap(Windows::events)
                .toList();
    }

    /** The events of a thread. */
    static List<TraceEvent> thread(Trace trace, Thread thread) {
        return trace.tracks().stream()
                .filter(track -> track.id() == thread.getId())
                .flatMap(Windows::events)
                .toList();
    }

    private static Stream<TraceEvent> events(Track track) {
        return IntStream.range(0, track.size()).mapToObj(track::event);
    }

    /** The samples of a kind on this thread. */
    static List<StackSample> samples(Trace trace, SampleKind kind) {
        return IntStream.range(0, trace.samples().size())
                .mapToObj(trace.samples()::sample)
                .filter(sample -> sample.kind() == kind
                        && sample.trackId() == Thread.currentThread().getId())
                .toList();
    }
}
