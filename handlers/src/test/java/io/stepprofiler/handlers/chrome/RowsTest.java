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
import org.junit.jupiter.api.Test;

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

    @Test
    void steps_touchingAndNestedWell_shareTheRowOfTheirThread() {
        step(0, 0, 100);
        step(1, 100, 200);
        scope("a", 0, 40);
        scope("b", 150, 190);

        assertThat(rows()).containsExactly(Map.entry("main", List.of("ProfilerStep#0", "a", "ProfilerStep#1", "b")));
    }

    @Test
    void step_sameTimeAsScope_isTheParent() {
        scope("a", 0, 100);
        step(0, 0, 100);

        assertThat(rows()).containsExactly(Map.entry("main", List.of("ProfilerStep#0", "a")));
    }

    @Test
    void steps_calledFromInsideAScope_haveARowOfTheirOwn() {
        step(0, 0, 100);
        step(1, 100, 200);
        scope("batch", 1, 101);
        scope("forward", 10, 90);
        scope("batch", 102, 199);

        assertThat(rows())
                .containsOnly(
                        Map.entry("main", List.of("batch", "forward", "batch")),
                        Map.entry("main (steps)", List.of("ProfilerStep#0", "ProfilerStep#1")));
    }

    @Test
    void scopes_closedOutOfOrder_followTheOneTheyAreInside() {
        scope("outer", 0, 100);
        scope("late", 50, 150);
        scope("in late", 60, 90);
        scope("after", 160, 170);

        assertThat(rows())
                .containsOnly(
                        Map.entry("main", List.of("outer", "after")),
                        Map.entry("main (overlapping)", List.of("late", "in late")));
    }

    @Test
    void wait_insideAScope_isOnTheRowOfItsThread() {
        step(0, 0, 100);
        scope("load", 10, 90);
        wait("park", 20, 80);
        scope("inside", 30, 40);

        assertThat(rows()).containsExactly(Map.entry("main", List.of("ProfilerStep#0", "load", "park", "inside")));
    }

    @Test
    void waits_reachingBeyondWhatIsAroundOrIntoWhatFollows_leaveTheOthersWhereTheyAre() {
        step(0, 0, 100);
        step(1, 100, 200);
        scope("load", 10, 40);
        wait("park", 20, 41);
        wait("sleep", 45, 51);
        scope("forward", 50, 80);
        wait("lock", 90, 101);

        assertThat(rows())
                .containsOnly(
                        Map.entry("main", List.of("ProfilerStep#0", "load", "forward", "ProfilerStep#1")),
                        Map.entry("main (waits)", List.of("park", "sleep", "lock")));
    }

    @Test
    void scope_forgottenOpen_goesToItsOwnRowAndLeavesTheOthers() {
        step(0, 0, 100);
        step(1, 100, 1000);
        scope("outer", 0, 90);
        main.unfinished(main.add(builder.nameId("forgotten"), 50, 950));
        scope("in outer", 60, 90);
        scope("next", 110, 120);

        assertThat(rows())
                .containsOnly(
                        Map.entry("main", List.of("ProfilerStep#0", "outer", "in outer", "ProfilerStep#1", "next")),
                        Map.entry("main (unfinished)", List.of("forgotten")));
    }

    @Test
    void scope_openAtTheEndOfTheWindow_staysWhereItNests() {
        step(0, 0, 1000);
        main.unfinished(main.add(builder.nameId("forward"), 10, 990));
        main.unfinished(main.add(builder.nameId("conv"), 20, 980));

        assertThat(rows()).containsExactly(Map.entry("main", List.of("ProfilerStep#0", "forward", "conv")));
    }

    @Test
    void asyncEvents_overlappingEachOther_haveRowsOfTheirOwn() {
        scope("a", 0, 100);
        main.async(main.add(builder.nameId("x"), 10, 50));
        main.async(main.add(builder.nameId("y"), 20, 100));

        assertThat(rows())
                .containsOnly(
                        Map.entry("main", List.of("a")),
                        Map.entry("main (async)", List.of("x")),
                        Map.entry("main (async 2)", List.of("y")));
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
    void tids_ofLanes_fitIntoWhatPerfettoReads() {
        builder.lane("GC").add(builder.nameId("pause"), 0, 10);
        builder.lane("JIT").add(builder.nameId("compile"), 0, 10);
        builder.thread(1L << 30, "taken").add(builder.nameId("a"), 0, 10);

        Map<Long, String> names = file().rowNames();
        assertThat(names.values()).containsExactlyInAnyOrder("main", "GC", "JIT", "taken");
        assertThat(names.keySet()).allMatch(tid -> tid > 0 && tid < 1L << 31);
    }

    private void scope(String name, long start, long end) {
        main.add(builder.nameId(name), start, end - start);
    }

    private void wait(String name, long start, long end) {
        main.add(builder.nameId(name, EventKind.WAIT, ""), start, end - start);
    }

    private void step(int number, long start, long end) {
        builder.step(new StepMark(number, start, end - start, 1, false));
    }

    private Exported file() {
        return Exported.json(builder.build());
    }

    /** The names on each row that has any, in the order of the file. */
    private Map<String, List<String>> rows() {
        Exported file = file();
        Map<Long, String> names = file.rowNames();
        return file.slicesByTid().entrySet().stream()
                .collect(java.util.stream.Collectors.toMap(
                        row -> names.get(row.getKey()),
                        row -> row.getValue().stream().map(Slice::name).toList()));
    }
}
