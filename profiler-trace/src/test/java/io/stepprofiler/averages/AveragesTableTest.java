package io.stepprofiler.averages;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AveragesTableTest {
    private static final TableOptions UNSORTED = TableOptions.DEFAULT.withSortBy(SortKey.FIRST_OCCURRENCE);

    private static final Map<SortKey, ToDoubleFunction<KeyAverage>> SORTED_BY = Map.ofEntries(
            entry(SortKey.FIRST_OCCURRENCE, row -> 0),
            entry(SortKey.SELF_TIME, KeyAverage::selfNanos),
            entry(SortKey.TOTAL_TIME, KeyAverage::totalNanos),
            entry(SortKey.AVERAGE_TIME, row -> row.isOnDevice() ? 0 : (double) row.sumNanos() / row.count()),
            entry(SortKey.COUNT, KeyAverage::count),
            entry(SortKey.MIN_TIME, KeyAverage::minNanos),
            entry(SortKey.MAX_TIME, KeyAverage::maxNanos),
            entry(SortKey.P50_TIME, KeyAverage::p50Nanos),
            entry(SortKey.P99_TIME, KeyAverage::p99Nanos),
            entry(SortKey.SELF_DEVICE_TIME, row -> row.device().selfNanos()),
            entry(SortKey.DEVICE_TIME, row -> row.device().totalNanos()),
            entry(
                    SortKey.AVERAGE_DEVICE_TIME,
                    row -> (double)
                                    (row.isOnDevice()
                                            ? row.sumNanos()
                                            : row.device().totalNanos())
                            / row.count()),
            entry(SortKey.TENSOR_CORE_TIME, row -> row.tensorCores().totalNanos()),
            entry(
                    SortKey.TENSOR_CORE_SHARE,
                    row -> (double) row.tensorCores().totalNanos()
                            / Math.max(1, row.device().totalNanos())),
            entry(SortKey.CPU_MEMORY, row -> row.cpuMemory().totalBytes()),
            entry(SortKey.SELF_CPU_MEMORY, row -> row.cpuMemory().selfBytes()),
            entry(SortKey.DEVICE_MEMORY, row -> row.deviceMemory().totalBytes()),
            entry(SortKey.SELF_DEVICE_MEMORY, row -> row.deviceMemory().selfBytes()),
            entry(SortKey.SELF_SAMPLED_TIME, row -> row.sampled().selfNanos()),
            entry(SortKey.SAMPLED_TIME, row -> row.sampled().totalNanos()),
            entry(SortKey.JAVA_ALLOCATION, row -> row.javaAllocation().totalBytes()),
            entry(SortKey.SELF_JAVA_ALLOCATION, row -> row.javaAllocation().selfBytes()),
            entry(SortKey.TOP_LEVEL_COUNT, KeyAverage::topLevelCount),
            entry(SortKey.FLOPS, KeyAverage::flops));

    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder thread = trace.thread(1, "main");
    private long now;

    /** Adds events that follow each other, so that self times are durations. */
    private void add(String name, long... durations) {
        for (long duration : durations) {
            thread.add(trace.nameId(name), now, duration);
            now += duration;
        }
    }

    private String text(TableOptions options) {
        return KeyAverages.of(trace.build()).table(options);
    }

    private PrintedTable table(TableOptions options) {
        return PrintedTable.of(text(options));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void table_ofEverythingThereIs_isNoWiderThanAskedFor(int width) {
        TableOptions narrow =
                TableOptions.DEFAULT.withMaxWidth(width).withDistribution(true).withHeader("h".repeat(300));
        for (Grouping grouping :
                List.of(Grouping.BY_NAME, Grouping.BY_NAME.byStack(5).byThread().byInputShapes())) {
            for (long seed = 0; seed < 2; seed++) {
                assertThat(KeyAverages.of(RandomTrace.of(new Random(seed)), grouping)
                                .table(narrow)
                                .lines())
                        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width))
                        .anyMatch(line -> line.contains("Calls"));
            }
            assertThat(KeyAverages.of(CompleteTrace.build(), grouping)
                            .table(narrow)
                            .lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void table_narrow_keepsTheDistributionAndLeavesOutWhatFollowsFromOtherColumns() {
        add("ai.djl.training.a.name.that.is.longer.than.anybody.needs", 1_000_000, 2_000_000, 30_000_000);
        assertThat(table(TableOptions.DEFAULT.withMaxWidth(120).withDistribution(true))
                        .titles())
                .containsExactly("Name", "Self %", "Self time", "Total time", "Min", "p50", "p99", "Max", "Calls");
    }

    @Test
    void table_narrowWithFiguresWiderThanItsColumns_isNoWiderThanAskedFor() {
        add("ai.djl.training.a.name.that.is.longer.than.anybody.needs", 123_456_789_000_000L);
        assertThat(text(TableOptions.DEFAULT.withMaxWidth(120).withDistribution(true))
                        .lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120))
                .anyMatch(line -> line.contains("123456.789s"));
    }

    @Test
    void table_folded_sumsUpTheVirtualMachineAndIdleThreadsInTheFooter() {
        add("forward", 5_000_000);
        trace.thread(2, "C2").add(trace.nameId("C2", EventKind.VIRTUAL_MACHINE, ""), 0, 3_000_000);
        trace.thread(3, "idle").add(trace.nameId("Park", EventKind.WAIT, ""), 0, 4_000_000);
        String text = text(TableOptions.DEFAULT.withFolded(true));
        assertThat(PrintedTable.of(text).rows()).hasSize(1);
        assertThat(text)
                .contains("Idle threads, not in the total: 4.000ms")
                .contains("Virtual machine, not in the total: 3.000ms")
                .contains("Rows of idle threads and of the virtual machine, summed up above: 2")
                .doesNotContain("Rows not shown");
    }

    @Test
    void table_defaultOptions_hasColumnsOfTwelveCharactersAndAFooter() {
        thread.add(trace.nameId("forward"), 0, 6_000_000);
        thread.add(trace.nameId("matmul"), 1_000_000, 2_500_000);
        thread.add(trace.nameId("matmul"), 4_000_000, 500_000);
        trace.step(new StepMark(0, 0, 10_000_000, 1, false));
        assertThat(KeyAverages.of(trace.build()).table()).isEqualTo("""
                        -----------  ------------  ------------  ------------  ------------  ------------  ------------
                               Name        Self %     Self time       Total %    Total time       Average         Calls
                        -----------  ------------  ------------  ------------  ------------  ------------  ------------
                            [steps]        40.00%       4.000ms       100.00%      10.000ms      10.000ms             1
                            forward        30.00%       3.000ms        60.00%       6.000ms       6.000ms             1
                             matmul        30.00%       3.000ms        30.00%       3.000ms       1.500ms             2
                        -----------  ------------  ------------  ------------  ------------  ------------  ------------
                        Total self time 10.000ms (wall clock, waits included)
                        """);
    }

    @Test
    void table_distribution_addsItsColumnsBeforeTheCalls() {
        add("event", 1_000, 3_000, 2_000);
        PrintedTable table = table(TableOptions.DEFAULT.withDistribution(true));
        assertThat(table.titles())
                .containsExactly(
                        "Name",
                        "Self %",
                        "Self time",
                        "Total %",
                        "Total time",
                        "Average",
                        "Min",
                        "p50",
                        "p99",
                        "Max",
                        "Calls");
        assertThat(table.rows())
                .containsExactly(List.of(
                        "event", "100.00%", "6.000us", "100.00%", "6.000us", "2.000us", "1.000us", "2.000us", "3.000us",
                        "3.000us", "3"));
    }

    @Test
    void table_noAverages_isEmpty() {
        assertThat(text(TableOptions.DEFAULT.withHeader("header"))).isEmpty();
        assertThat(KeyAverages.empty().table()).isEmpty();
    }

    @Test
    void table_shortNames_hasANameColumnFourWiderThanTheLongest() {
        add("n".repeat(50), 1);
        add("short", 1);
        assertThat(table(UNSORTED).nameWidth()).isEqualTo(54);
    }

    @Test
    void table_longNames_areCutInTheMiddle() {
        add("a".repeat(55), 1);
        add("b".repeat(56) + "c".repeat(244), 1);
        PrintedTable table = table(UNSORTED);
        assertThat(table.nameWidth()).isEqualTo(55);
        assertThat(table.names()).containsExactly("a".repeat(55), "b".repeat(26) + "..." + "c".repeat(26));
    }

    @Test
    void table_maxNameWidth_cutsThere() {
        add("abcdefghij", 1);
        add("abcdefghijk", 1);
        assertThat(table(UNSORTED.withMaxNameWidth(10)).names()).containsExactly("abcdefghij", "abcd...ijk");
        assertThat(table(UNSORTED.withMaxNameWidth(1000)).names()).containsExactly("abcdefghij", "abcdefghijk");
    }

    @Test
    void table_cutInsideSurrogatePairs_leavesThePairsOut() {
        add("abc\uD83D\uDE00efg\uD83D\uDE00jk", 1);
        assertThat(table(UNSORTED.withMaxNameWidth(10)).names()).containsExactly("abc...jk");
    }

    @Test
    void table_controlCharactersAndLoneSurrogates_becomeQuestionMarks() {
        add("new\nline", 1);
        add("tab\tret\rnul\0esc\u001b del\u007f c1\u0085", 1);
        add("high\uD83D low\uDE00", 1);
        add("pair\uD83D\uDE00", 1);
        assertThat(table(UNSORTED).names())
                .containsExactly("new?line", "tab?ret?nul?esc? del? c1?", "high? low?", "pair\uD83D\uDE00");
    }

    @ParameterizedTest
    @EnumSource(value = SortKey.class, mode = EnumSource.Mode.EXCLUDE, names = "NAME")
    void table_sortKey_putsTheLargestFirstAndKeepsTies(SortKey key) {
        for (int seed = 0; seed < 4; seed++) {
            KeyAverages averages = KeyAverages.of(RandomTrace.of(new Random(seed)));
            List<String> expected = averages.rows().stream()
                    .sorted(Comparator.comparingDouble(SORTED_BY.get(key)).reversed())
                    .map(KeyAverage::name)
                    .toList();
            String text = averages.table(TableOptions.DEFAULT.withSortBy(key).withRowLimit(-1));
            assertThat(text.isEmpty() ? List.of() : PrintedTable.of(text).names())
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void table_sortedByName_isInAlphabeticalOrder() {
        add("b", 1);
        add("c", 3);
        add("a", 2);
        assertThat(table(TableOptions.DEFAULT.withSortBy(SortKey.NAME)).names()).containsExactly("a", "b", "c");
    }

    @Test
    void table_sortKeysOfTheDistribution_areToldApart() {
        for (int i = 0; i < 100; i++) {
            add("one outlier", 10);
            add("even", 20);
        }
        add("one outlier", 1_000);
        KeyAverages averages = KeyAverages.of(trace.build());
        assertThat(PrintedTable.of(averages.table(TableOptions.DEFAULT
                                .withSortBy(SortKey.P99_TIME)
                                .withRowLimit(-1)))
                        .names())
                .containsExactly("even", "one outlier");
        assertThat(PrintedTable.of(averages.table(TableOptions.DEFAULT
                                .withSortBy(SortKey.MAX_TIME)
                                .withRowLimit(-1)))
                        .names())
                .containsExactly("one outlier", "even");
    }

    @Test
    void table_rowLimit_showsThatManyAndSaysWhatIsHidden() {
        add("small", 1_000);
        add("large", 3_000);
        add("middle", 2_000);
        PrintedTable table = table(TableOptions.DEFAULT.withRowLimit(2));
        assertThat(table.names()).containsExactly("large", "middle");
        assertThat(table.footer())
                .containsExactly("Total self time 6.000us (wall clock, waits included)", "Rows not shown: 1");
    }

    @Test
    void table_rowLimitZero_showsNoRowsAndSaysSo() {
        add("one", 1);
        add("two", 1);
        PrintedTable table = table(TableOptions.DEFAULT.withRowLimit(0));
        assertThat(table.rows()).isEmpty();
        assertThat(table.footer()).contains("Rows not shown: 2");
    }

    @Test
    void table_moreRowsThanTheDefaultLimit_showsAHundredUnlessAllAreWanted() {
        for (int i = 0; i < 130; i++) {
            add("name " + i, 1);
        }
        KeyAverages averages = KeyAverages.of(trace.build());
        PrintedTable limited = PrintedTable.of(averages.table());
        assertThat(limited.rows()).hasSize(100);
        assertThat(limited.footer()).contains("Rows not shown: 30");
        PrintedTable all = PrintedTable.of(averages.table(
                TableOptions.DEFAULT.withSortBy(SortKey.SELF_TIME).withRowLimit(-1)));
        assertThat(all.rows()).hasSize(130);
        assertThat(all.footer()).hasSize(1);
    }

    @Test
    void table_header_isAboveTheTableUnderALineOfItsWidth() {
        add("event", 1);
        PrintedTable table = table(TableOptions.DEFAULT.withHeader("Window 3"));
        assertThat(table.above()).containsExactly("=".repeat(table.rule().length()), "Window 3");
    }

    @Test
    void table_percentages_areOfTheSelfTimeOfAllRowsAlsoOfHiddenOnes() {
        add("large", 750);
        add("small", 250);
        PrintedTable table = table(TableOptions.DEFAULT.withRowLimit(1));
        assertThat(table.column("Self %")).containsExactly("75.00%");
        assertThat(table.column("Total %")).containsExactly("75.00%");
    }

    @Test
    void table_noSelfTimeAtAll_hasPercentagesOfZero() {
        add("instant", 0, 0);
        PrintedTable table = table(TableOptions.DEFAULT);
        assertThat(table.rows())
                .containsExactly(List.of("instant", "0.00%", "0.000us", "0.00%", "0.000us", "0.000us", "2"));
        assertThat(table.footer()).containsExactly("Total self time 0.000us (wall clock, waits included)");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0.001us",
        "999999, 999.999us",
        "1000000, 1.000ms",
        "1234567, 1.235ms",
        "999000000, 999.000ms",
        "1000000000, 1.000s",
        "3600000000000, 3600.000s"
    })
    void table_time_isInTheLargestUnitThatGivesOneOrMore(long nanos, String time) {
        add("event", nanos);
        assertThat(table(TableOptions.DEFAULT).column("Total time")).containsExactly(time);
    }

    @Test
    void table_unfinishedAndDroppedEvents_areInTheFooter() {
        add("event", 1_000);
        thread.unfinished(thread.add(trace.nameId("open"), 0, 1));
        trace.dropped(DropCause.BYTE_LIMIT, 5);
        PrintedTable table = table(TableOptions.DEFAULT);
        assertThat(table.names()).containsExactly("event");
        assertThat(table.footer())
                .containsExactly(
                        "Total self time 1.000us (wall clock, waits included)",
                        "Unfinished events, left out: 1",
                        "Dropped events, missing here: 5");
    }

    @Test
    void table_localeWithADecimalComma_isPrintedWithAPoint() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            add("event", 1_500);
            assertThat(table(TableOptions.DEFAULT).rows())
                    .containsExactly(List.of("event", "100.00%", "1.500us", "100.00%", "1.500us", "1.500us", "1"));
        } finally {
            Locale.setDefault(before);
        }
    }
}
