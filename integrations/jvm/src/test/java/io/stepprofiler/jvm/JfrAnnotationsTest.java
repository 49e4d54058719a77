package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Marker;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // The scope variables are there to be closed.
class JfrAnnotationsTest {
    @TempDir
    private Path temporary;

    @Test
    void scopesStepsAndMarkers_whileSomebodyRecordsFlights_areEvents() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            train(Schedule.builder().wait(1).active(1).repeat(1).build());
            recording.stop();
            List<RecordedEvent> events = eventsOf(recording);
            assertThat(events)
                    .filteredOn(event -> event.getEventType().getName().equals("stepprofiler.Step"))
                    .extracting(event -> event.getLong("number"))
                    .containsExactly(0L, 1L, 2L);
            assertThat(events)
                    .filteredOn(event -> event.getEventType().getName().equals("stepprofiler.Scope"))
                    .extracting(event -> event.getString("kind") + " " + event.getString("name"))
                    .containsExactly("module layer.0", "scope batch", "module layer.0", "scope batch");
            assertThat(events)
                    .filteredOn(event -> event.getEventType().getName().equals("stepprofiler.Marker"))
                    .hasSize(2);
            RecordedEvent outer = events.stream()
                    .filter(event ->
                            event.hasField("name") && event.getString("name").equals("batch"))
                    .findFirst()
                    .orElseThrow();
            assertThat(outer.getEventType().getLabel()).isEqualTo("Scope");
            assertThat(outer.getEventType().getCategoryNames()).containsExactly("Step Profiler");
            assertThat(outer.getThread().getJavaThreadId())
                    .isEqualTo(Thread.currentThread().getId());
            assertThat(outer.getDuration()).isPositive();
            assertThat(outer.getStackTrace()).isNull();
        }
    }

    @Test
    void scopes_ofARecordingThatSwitchesThemOff_areNoEvents() throws IOException {
        try (Recording recording = new Recording()) {
            recording.disable("stepprofiler.Scope");
            recording.start();
            train(Schedule.never());
            recording.stop();
            assertThat(eventsOf(recording))
                    .extracting(event -> event.getEventType().getName())
                    .containsOnly("stepprofiler.Step", "stepprofiler.Marker");
        }
    }

    @Test
    void flightRecorderSource_besideTheMirror_recordsNoneOfItsEvents() {
        try (Profile profile = Profile.builder()
                .source(FlightRecorderSource.create())
                .annotate(JfrAnnotations.mirror())
                .synchronousDelivery(true)
                .start()) {
            Scope.open("batch").close();
            assertThat(new ScopeEvent().isEnabled()).isFalse();
            profile.stop();
            assertThat(profile.lastTrace().orElseThrow().events())
                    .filteredOn(event -> event.name().equals("batch"))
                    .hasSize(1);
        }
    }

    @Test
    void flightRecorderSource_whileSomebodyRecordsFlights_leavesThemTheirEvents() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            try (Profile profile = Profile.builder()
                    .source(FlightRecorderSource.create())
                    .annotate(JfrAnnotations.mirror())
                    .synchronousDelivery(true)
                    .start()) {
                Scope.open("batch").close();
                profile.stop();
                assertThat(profile.lastTrace().orElseThrow().events())
                        .filteredOn(event -> event.name().equals("batch"))
                        .hasSize(1);
            }
            recording.stop();
            assertThat(eventsOf(recording))
                    .extracting(event -> event.getString("name"))
                    .containsExactly("batch");
        }
    }

    private static void train(Schedule schedule) {
        try (Profile profile = Profile.builder()
                .schedule(schedule)
                .annotate(JfrAnnotations.mirror())
                .synchronousDelivery(true)
                .start()) {
            for (int step = 0; step < 2; step++) {
                try (Scope ignored = Scope.open("batch")) {
                    ModuleScope.open("layer.0", "Layer").close();
                }
                Marker.of("epoch").mark();
                profile.step();
            }
        }
    }

    private List<RecordedEvent> eventsOf(Recording recording) throws IOException {
        Path file = temporary.resolve("flight.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("stepprofiler."))
                // The recorder writes its buffers in any order.
                .sorted(Comparator.comparing(RecordedEvent::getEndTime))
                .toList();
    }
}
