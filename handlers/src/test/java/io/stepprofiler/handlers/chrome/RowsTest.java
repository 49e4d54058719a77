package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowsTest {
    private final TraceBuilder builder = new TraceBuilder()
            .window(new ClockAnchor(0, RandomTrace.EPOCH), new ClockAnchor(1000, RandomTrace.EPOCH + 1000));
    private final TrackBuilder main = builder.thread(1, "main");

    @Test
    void rows_anyTrace_noViewerDropsAnything() {
        for (long seed = 0; seed < 62; seed++) {
            Exported file = Exported.json(RandomTrace.of(seed));
            for (List<Slice> row : file.slicesByTid().values()) {
                assertThat(ViewedNesting.droppedByTensorBoard(row))
                        .as("seed %d", seed)
                        .isEmpty();
                assertThat(ViewedNesting.droppedByPerfetto(row))
                        .as("seed %d", seed)
                        .isEmpty();
            }
        }
    }

    @Test
    void shortening_endsThatCoincide_isNeededAndSmall() {
        int shortened = 0;
        for (long seed = 0; seed < 37; seed++) {
            Exported file = Exported.json(RandomTrace.of(seed));
            int inFile = 0;
            for (Slice slice : file.slices()) {
                long nanos = slice.trueDurationNanos() - slice.durationNanos();
                assertThat(nanos).isBetween(0L, 8L);
                inFile += nanos > 0 ? 1 : 0;
            }
            assertThat(file.root()
                            .path("stepProfiler")
                            .path("durationsShortened")
                            .intValue())
                    .isEqualTo(inFile);
            shortened += inFile;
        }
        assertThat(shortened).isPositive();
    }

    /** What happens on a thread as sorts, names, starts and ends, and the names on each row. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # Steps that touch and nest well share the row of their thread.
            step 0 0 100, step 1 100 200, scope a 0 40, scope b 150 190 | main=[ProfilerStep#0, a, ProfilerStep#1, b]
            # A step of the time of a scope is its parent.
            scope a 0 100, step 0 0 100 | main=[ProfilerStep#0, a]
            # Steps that are called from inside a scope have a row of their own.
            step 0 0 100, step 1 100 200, scope batch 1 101, scope forward 10 90, scope batch 102 199 \
                | main=[batch, forward, batch], main (steps)=[ProfilerStep#0, ProfilerStep#1]
            # Scopes closed out of order follow the one that they are inside.
            scope outer 0 100, scope late 50 150, scope inLate 60 90, scope after 160 170 \
                | main=[outer, after], main (overlapping)=[late, inLate]
            # A wait inside a scope is on the row of its thread.
            step 0 0 100, scope load 10 90, wait park 20 80, scope inside 30 40 \
                | main=[ProfilerStep#0, load, park, inside]
            # Waits that reach beyond what is around them, or into what follows, leave the others where they are.
            step 0 0 100, step 1 100 200, scope load 10 40, wait park 20 41, wait sleep 45 51, scope forward 50 80, wait lock 90 101 \
                | main=[ProfilerStep#0, load, forward, ProfilerStep#1], main (waits)=[park, sleep, lock]
            # A scope that was forgotten open goes to its own row and leaves the others.
            step 0 0 100, step 1 100 1000, scope outer 0 90, open forgotten 50 1000, scope inOuter 60 90, scope next 110 120 \
                | main=[ProfilerStep#0, outer, inOuter, ProfilerStep#1, next], main (unfinished)=[forgotten]
            # Scopes open at the end of the window stay where they nest.
            step 0 0 1000, open forward 10 1000, open conv 20 1000 | main=[ProfilerStep#0, forward, conv]
            # Asynchronous events that overlap have rows of their own.
            scope a 0 100, async x 10 60, async y 20 120 | main=[a], main (async 2)=[y], main (async)=[x]
            """)
    void rows_ofEventsOfOneThread_areAsFewAsNestThem(String events, String rows) {
        Scanner words = new Scanner(events).useDelimiter(",? ");
        while (words.hasNext()) {
            String sort = words.next();
            String name = words.next();
            long start = words.nextLong();
            long end = words.nextLong();
            switch (sort) {
                case "step" -> builder.step(new StepMark(Integer.parseInt(name), start, end - start, 1, false));
                case "wait" -> main.add(builder.nameId(name, EventKind.WAIT, ""), start, end - start);
                case "open" -> main.unfinished(scope(name, start, end));
                case "async" -> main.async(scope(name, start, end));
                default -> scope(name, start, end);
            }
        }

        assertThat(rows()).asString().isEqualTo("{" + rows + "}");
    }

    @Test
    void scopes_deeperThanViewersShow_goToAnotherRow() {
        for (int i = 0; i < 600; i++) {
            scope("s" + i, i, 2000 - i);
        }

        Map<String, List<String>> rows = rows();
        assertThat(rows.get("main")).hasSize(512).endsWith("s511");
        assertThat(rows.get("main (overlapping)")).hasSize(88).startsWith("s512");
    }

    @Test
    void scopes_forgottenByTheTenThousand_shareOneRowWithoutDurations() {
        int forgotten = 40_000;
        for (int i = 0; i < forgotten; i++) {
            scope("s" + i, i * 10L, i * 10L + 9);
            main.unfinished(main.add(builder.nameId("forgotten"), i * 10L + 5, 10L * forgotten - i * 10L - 5));
        }

        Exported file = file();
        Map<Long, String> names = file.rowNames();

        List<Slice> points = file.slicesByTid().entrySet().stream()
                .filter(row -> names.get(row.getKey()).equals("main (unfinished, without durations)"))
                .flatMap(row -> row.getValue().stream())
                .toList();
        // Rows that nest take 512 levels each.
        assertThat(points).hasSize(forgotten - 64 * 512 - (1024 - 64));
        assertThat(points)
                .allMatch(point -> point.durationNanos() == 0
                        && point.trueDurationNanos() > 0
                        && point.json().at("/args/unfinished").booleanValue());
        assertThat(file.root().at("/stepProfiler/durationsLeftOut").intValue()).isEqualTo(points.size());
        assertThat(names).hasSize(1 + 1024 + 1);
        assertThat(file.slicesByTid().values()).allSatisfy(row -> {
            assertThat(ViewedNesting.droppedByTensorBoard(row)).isEmpty();
            assertThat(ViewedNesting.droppedByPerfetto(row)).isEmpty();
        });
    }

    @Test
    void step_onAThreadWithoutEvents_hasItsRow() {
        builder.step(new StepMark(3, 0, 10, 99, false));

        assertThat(rows()).containsExactly(Map.entry("thread 99", List.of("ProfilerStep#3")));
    }

    @Test
    void virtualThreads_thatAreMany_shareARowWhileNoneIsActive() {
        for (int i = 0; i < 2000; i++) {
            builder.thread(100 + i, "virtual-" + (100 + i)).add(builder.nameId("load"), 10L * i, 19);
        }
        main.add(builder.nameId("train"), 0, 20_000);

        Exported file = file();
        assertThat(file.rowNames().values())
                .containsExactly("main", "virtual threads (2000) lane 1", "virtual threads (2000) lane 2");
        assertThat(file.slicesByTid().values()).extracting(List::size).containsExactlyInAnyOrder(1, 1000, 1000);
        assertThat(file.root().at("/stepProfiler/virtualThreads").intValue()).isEqualTo(2000);
        assertThat(file.root().at("/stepProfiler/virtualThreadLanes").intValue())
                .isEqualTo(2);
    }

    @Test
    void tids_ofLanes_fitIntoWhatPerfettoReads() {
        builder.lane("GC").add(builder.nameId("pause"), 0, 10);
        builder.lane("JIT").add(builder.nameId("compile"), 0, 10);
        builder.thread(1L << 30, "taken").add(builder.nameId("a"), 0, 10);

        Map<Long, String> names = file().rowNames();
        assertThat(names.values()).containsExactlyInAnyOrder("main", "GC", "JIT", "taken");
        assertThat(names.keySet()).allMatch(tid -> tid > 0 && tid < 1L << 31);
    }

    private int scope(String name, long start, long end) {
        return main.add(builder.nameId(name), start, end - start);
    }

    private Exported file() {
        return Exported.json(builder.build());
    }

    /** The names on each row that has any, sorted by the names of the rows. */
    private Map<String, List<String>> rows() {
        Exported file = file();
        Map<Long, String> names = file.rowNames();
        Map<String, List<String>> rows = new TreeMap<>();
        file.slicesByTid()
                .forEach((tid, row) ->
                        rows.put(names.get(tid), row.stream().map(Slice::name).toList()));
        return rows;
    }
}
