package io.stepprofiler.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExportMeterTest {
    private static final Path FILE = Path.of("trace.json");
    private static final long MILLI = 1_000_000;

    private final List<ExportProgress> told = new ArrayList<>();
    private long now;

    private ExportMeter meter(ExportListener listener, int total) {
        return new ExportMeter(listener, total, () -> now);
    }

    @Test
    void listener_ofAnExport_isToldOfItsBeginningAndEnd() {
        ExportMeter meter = meter(told::add, 10);
        meter.begin(FILE, 10, 1, 1);
        now = 50 * MILLI;
        meter.end();
        assertThat(told)
                .containsExactly(
                        new ExportProgress(FILE, 1, 1, 0, 10, 0, false),
                        new ExportProgress(FILE, 1, 1, 10, 10, 50 * MILLI, true));
    }

    @Test
    void listener_whileEventsAreAdded_isToldTenTimesASecond() {
        ExportMeter meter = meter(told::add, 100_000);
        meter.begin(FILE, 100_000, 1, 1);
        for (int i = 0; i < 10; i++) {
            now += 50 * MILLI;
            meter.add(5000);
        }
        assertThat(told).hasSize(6);
        assertThat(told.get(1).events()).isEqualTo(10_000);
        assertThat(told.get(1).percent()).isEqualTo(10.0);
        assertThat(told.get(1).eventsPerSecond()).isCloseTo(100_000, within(1e-6));
        assertThat(told.get(1).remainingNanos()).hasValue(900 * MILLI);
    }

    @Test
    void figures_ofSeveralFiles_areThoseOfAllTogether() {
        ExportMeter meter = meter(told::add, 10_000);
        meter.begin(FILE, 5000, 1, 2);
        meter.end();
        meter.begin(FILE, 5000, 2, 2);
        now = 100 * MILLI;
        meter.add(4500);
        meter.end();
        assertThat(told).extracting(ExportProgress::events).containsExactly(0L, 5000L, 5000L, 9500L, 10_000L);
        assertThat(told).extracting(ExportProgress::part).containsExactly(1, 1, 2, 2, 2);
        assertThat(told).extracting(ExportProgress::isComplete).containsExactly(false, false, false, false, true);
    }

    @Test
    void figures_ofAnExporterThatReportsTooMuch_areNotCompleteBeforeTheEnd() {
        ExportMeter meter = meter(told::add, 5);
        meter.begin(FILE, 5, 1, 1);
        now = 100 * MILLI;
        meter.add(100_000);
        assertThat(told.get(1).events()).isEqualTo(4);
        meter.end();
        assertThat(told.get(2).events()).isEqualTo(5);
    }

    @Test
    void file_writtenAnew_countsFromItsBeginning() {
        ExportMeter meter = meter(told::add, 9000);
        meter.begin(FILE, 9000, 1, 1);
        now = 100 * MILLI;
        meter.add(5000);
        meter.begin(Path.of("other.json"), 9000, 1, 1);
        meter.end();
        assertThat(told).extracting(ExportProgress::events).containsExactly(0L, 5000L, 0L, 9000L);
    }

    @Test
    void listener_thatThrows_isNotToldAgainAndHarmsNobody() {
        AtomicInteger calls = new AtomicInteger();
        ExportMeter meter = meter(
                progress -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("for the test");
                },
                5);
        assertThatCode(() -> {
                    meter.begin(FILE, 5, 1, 1);
                    now = 500 * MILLI;
                    meter.add(5000);
                    meter.end();
                })
                .doesNotThrowAnyException();
        assertThat(calls).hasValue(1);
    }

    @Test
    void progressLine_ofAnExport_isOneLineWrittenOverAndOver() {
        StringBuilder terminal = new StringBuilder();
        ProgressLine line = ProgressLine.to(terminal);
        line.onProgress(new ExportProgress(FILE, 1, 1, 250_000, 1_000_000, 100 * MILLI, false));
        line.onProgress(new ExportProgress(FILE, 1, 1, 1_000_000, 1_000_000, 400 * MILLI, true));
        assertThat(terminal.toString())
                .isEqualTo("\r[#####---------------]  25.0 %, 250,000 of 1,000,000 events, 2.5 million/s, 0:00 left"
                        + "\r[####################] 100.0 %, 1,000,000 of 1,000,000 events, 2.5 million/s         "
                        + System.lineSeparator());
    }

    @Test
    void progressLine_ofSeveralFiles_saysWhichOne() {
        ExportProgress progress = new ExportProgress(FILE, 2, 3, 0, 1000, 0, false);
        assertThat(ProgressLine.text(progress))
                .isEqualTo("[--------------------]   0.0 %, 0 of 1,000 events, 0.0 million/s, file 2 of 3");
    }

    @Test
    void progress_ofAnEmptyTrace_isWhole() {
        ExportProgress progress = new ExportProgress(FILE, 1, 1, 0, 0, 0, true);
        assertThat(progress.percent()).isEqualTo(100);
        assertThat(progress.eventsPerSecond()).isZero();
        assertThat(progress.remainingNanos()).isEmpty();
    }
}
