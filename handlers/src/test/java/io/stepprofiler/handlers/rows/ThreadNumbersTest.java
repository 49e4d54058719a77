package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.Part;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.wire.RowNumbers;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadNumbersTest {
    private static final long MILLI = 1_000_000;
    private static final int STEPS = 8;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "trace.json, 1", "trace.json, 1073741829", "trace.json, 2147483653", "trace.json, 4294967296",
        "t.xplane.pb, 1", "t.xplane.pb, 1073741829", "t.xplane.pb, 2147483653", "t.xplane.pb, 4294967296"
    })
    void roundTrips_threadsOfAnyId_stayThreadsWithTheirPhases(String name, long id) throws IOException {
        Trace trace = trace(id);

        Trace once = roundTrip(trace, name);
        Trace twice = roundTrip(once, "again-" + name);

        assertThat(once.tracks())
                .filteredOn(Track::isThread)
                .extracting(Track::name)
                .containsExactly("main", "loader");
        assertThat(once.tracks())
                .filteredOn(track -> !track.isThread())
                .extracting(Track::name)
                .containsExactly("GC");
        assertThat(phases(once)).isEqualTo(phases(trace)).contains("name=forward");
        assertThat(phases(twice)).isEqualTo(phases(trace));
        assertThat(ids(twice)).isEqualTo(ids(once));
        assertThat(verdict(once)).isEqualTo(verdict(trace));
        assertThat(forwardThread(once)).isEqualTo(once.tracks().get(0).id());
    }

    @Test
    void of_idsThatFit_areTheIds() {
        ThreadNumbers numbers = new ThreadNumbers(1);

        assertThat(numbers.of(1)).isEqualTo(1);
        assertThat(numbers.of(RowNumbers.FIRST_OTHER - 1)).isEqualTo(RowNumbers.FIRST_OTHER - 1);
        assertThat(numbers.of(TraceBuilder.FIRST_LANE_ID)).isEqualTo(TraceBuilder.FIRST_LANE_ID);
    }

    @Test
    void of_idsThatDoNotFit_areDistinctNumbersOf31Bits() {
        ThreadNumbers numbers = new ThreadNumbers(1);

        assertThat(new long[] {numbers.of(0), numbers.of(1L << 30), numbers.of(1L << 32), numbers.of(0)})
                .containsExactly(1_610_612_736, 1_610_612_737, 1_610_612_738, 1_610_612_736);
    }

    /** Steps of which one scope takes nine tenths, and beside them another thread and a lane with rows of its own. */
    private static Trace trace(long id) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(id, "main");
        TrackBuilder loader = builder.thread(id + 1, "loader");
        TrackBuilder lane = builder.lane("GC");
        for (int i = 0; i < STEPS; i++) {
            long start = (10 + 10 * i) * MILLI;
            builder.step(new StepMark(i, start, 10 * MILLI, id, false));
            main.sequence(main.add(builder.nameId("forward"), start, 9 * MILLI), i, -1);
            loader.sequence(loader.add(builder.nameId("backward"), start + 9 * MILLI, MILLI / 2), i, id);
            lane.add(builder.nameId("pause"), start, 2 * MILLI);
            lane.add(builder.nameId("overlapping"), start + MILLI, 2 * MILLI);
        }
        return builder.build();
    }

    private Trace roundTrip(Trace trace, String name) throws IOException {
        Path file = directory.resolve(name);
        trace.export(file);
        try (ImportedTrace imported = Traces.open(file, ImportOptions.DEFAULT)) {
            return imported.trace();
        }
    }

    private static String phases(Trace trace) {
        return window(trace).parts().stream().map(Part::toString).toList().toString();
    }

    private static String verdict(Trace trace) {
        return window(trace).diagnosis().verdict().toString();
    }

    private static WindowReport window(Trace trace) {
        return StepReport.of(trace).windows().get(0);
    }

    private static Object ids(Trace trace) {
        return trace.tracks().stream().map(Track::id).toList();
    }

    private static long forwardThread(Trace trace) {
        return trace.tracks().get(1).forwardThread(0);
    }
}
