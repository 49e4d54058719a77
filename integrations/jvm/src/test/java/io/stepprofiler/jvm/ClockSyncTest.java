package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.TickScale;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readings of both clocks between the ends of a window tell where the line through the ends should be. */
class ClockSyncTest {
    private static final long WINDOW = -4711;
    private static final long BETWEEN = -4712;
    private static final Offset<Long> FEW_MICROSECONDS = Offset.offset(5_000L);
    private static final int PROBES = 20;

    @TempDir
    private Path dir;

    private interface Steps {
        void take();
    }

    private List<RecordedEvent> readings(Steps steps) throws Exception {
        Path file = dir.resolve("readings.jfr");
        try (Recording recording = new Recording(Map.of(ClockSync.NAME + "#enabled", "true"))) {
            recording.start();
            steps.take();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(ClockSync.NAME))
                // The recorder writes its buffers in any order.
                .sorted(Comparator.comparingLong(event -> event.getLong("startTime")))
                .toList();
    }

    private static void probe() {
        for (int i = 0; i < PROBES; i++) {
            ClockSync.take(BETWEEN, i);
            long end = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    private static Optional<TickScale> scale(List<RecordedEvent> readings) {
        return new FlightClock()
                .add(
                        ClockSync.readings(WINDOW, readings),
                        () -> ClockSync.ticksPerNano(readings.get(0), readings.get(readings.size() - 1)));
    }

    private static void assertRight(List<RecordedEvent> readings) {
        TickScale clock = scale(readings).orElseThrow();
        List<RecordedEvent> between = readings.stream()
                .filter(event -> event.getLong("window") == BETWEEN)
                // A thread that was interrupted between the two clocks says nothing about them.
                .filter(event -> event.getDuration().toNanos() < FEW_MICROSECONDS.value)
                .toList();
        assertThat(between)
                .hasSizeGreaterThan(PROBES)
                .allSatisfy(event -> assertThat(clock.nanos(event.getLong("startTime")))
                        .isCloseTo(event.getLong("nanos"), FEW_MICROSECONDS));
    }

    /** Whether the readings at the ends of the window are there, and another recording runs meanwhile. */
    @ParameterizedTest
    @CsvSource({"true, true, false", "true, false, false", "false, true, false", "true, true, true"})
    void scale_ofAWindow_isRightInBetween(boolean hasStart, boolean hasEnd, boolean isBesideOthers) throws Exception {
        assertRight(readings(() -> {
            if (hasStart) {
                ClockSync.take(WINDOW, 0);
            }
            probe();
            for (int i = 0; isBesideOthers && i < 2; i++) {
                try (Recording other = new Recording()) {
                    other.start();
                    probe();
                }
            }
            if (hasEnd) {
                ClockSync.take(WINDOW, 1);
            }
        }));
    }

    @Test
    void scale_withoutReadings_isNone() throws Exception {
        assertThat(scale(readings(ClockSyncTest::probe))).isEmpty();
    }
}
