package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceTest {
    private final TraceBuilder builder = new TraceBuilder();

    private void add(TrackBuilder track, String name, int count) {
        for (int i = 0; i < count; i++) {
            track.add(builder.nameId(name + i), i, 1);
        }
    }

    @Test
    void events_randomTracks_areTheSameByIndexStreamAndTrack() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            TraceBuilder trace = new TraceBuilder();
            for (int t = 0; t < 5; t++) {
                TrackBuilder track = trace.thread(t, "thread " + t);
                for (int i = random.nextInt(5); i > 0; i--) {
                    track.add(trace.nameId("name " + random.nextInt(3)), random.nextInt(100), random.nextInt(100));
                }
            }
            Trace built = trace.build();
            List<TraceEvent> byTrack = new ArrayList<>();
            for (Track track : built.tracks()) {
                IntStream.range(0, track.size()).mapToObj(track::event).forEach(byTrack::add);
            }
            List<TraceEvent> events = built.events();
            assertThat(events).isEqualTo(byTrack).hasSize((int) built.eventCount());
            assertThat(events.stream()).containsExactlyElementsOf(byTrack);
            assertThat(IntStream.range(0, events.size()).mapToObj(events::get)).containsExactlyElementsOf(byTrack);
        }
    }

    @Test
    void events_sameOneTwice_isMadeEachTime() {
        add(builder.thread(1, "main"), "a", 1);
        List<TraceEvent> events = builder.build().events();
        assertThat(events.get(0)).isEqualTo(events.get(0)).isNotSameAs(events.get(0));
    }

    @Test
    void events_indexOutOfRange_isRefused() {
        add(builder.thread(1, "main"), "a", 3);
        List<TraceEvent> events = builder.build().events();
        assertThatThrownBy(() -> events.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> events.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void track_columns_areThoseOfItsEvents() {
        TrackBuilder thread = builder.thread(1, "main");
        int index = thread.add(builder.nameId("event"), 5, 7);
        thread.argument(index, builder.nameId("key"), 9).async(index);
        Trace trace = builder.build();
        Track track = trace.tracks().get(0);
        TraceEvent event = track.event(0);
        assertThat(event.name()).isEqualTo(track.eventName(0)).isEqualTo(trace.name(track.nameId(0)));
        assertThat(event.startNanos()).isEqualTo(track.startNanos(0)).isEqualTo(5);
        assertThat(event.durationNanos()).isEqualTo(track.durationNanos(0)).isEqualTo(7);
        assertThat(event.endNanos()).isEqualTo(12);
        assertThat(event.async()).isEqualTo(track.isAsync(0)).isTrue();
        assertThat(event.unfinished()).isEqualTo(track.isUnfinished(0)).isFalse();
        assertThat(event.arguments()).isEqualTo(track.arguments(0)).containsEntry("key", 9L);
    }

    @Test
    void collections_changed_areRefused() {
        add(builder.thread(1, "main"), "a", 1);
        Trace trace = builder.counter("counter", 0, 0)
                .step(new StepMark(0, 0, 1, 1, false))
                .metadata("key", new MetadataValue("value", false))
                .build();
        assertThatThrownBy(() -> trace.events().remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> trace.tracks().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> trace.counters().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> trace.steps().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> trace.metadata().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void metadata_addedToTheBuilderLater_isNotInTheTrace() {
        Trace trace = builder.metadata("early", new MetadataValue("", false)).build();
        builder.metadata("late", new MetadataValue("", false));
        assertThat(trace.metadata()).containsOnlyKeys("early");
    }

    @Test
    void stepMark_name_isWhatViewersKnow() {
        assertThat(new StepMark(12, 0, 0, 1, false).name()).isEqualTo("ProfilerStep#12");
    }

    @Test
    void processInfo_current_isThisProcess() {
        ProcessInfo process = ProcessInfo.current();
        assertThat(process.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(process.host()).isNotBlank();
    }
}
