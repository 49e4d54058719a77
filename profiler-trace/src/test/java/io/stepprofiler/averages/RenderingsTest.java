package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which key averages are written; JSON is read back where there is a parser for it. */
class RenderingsTest {
    private static final Grouping FINE = Grouping.BY_NAME.byInputShapes().byStack(2);
    private static final TableOptions OPTIONS = TableOptions.DEFAULT.withHeader("a | b");

    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder thread = trace.thread(1, "main");

    private KeyAverages averages(String... names) {
        for (int i = 0; i < names.length; i++) {
            thread.add(trace.nameId(names[i]), i, 1);
        }
        return KeyAverages.of(trace.build());
    }

    private void addWithFlops(String name, long flops) {
        int event = thread.add(trace.nameId(name), 0, 1);
        thread.signature(event, trace.signatureId(new OpSignature("", List.of(), List.of(), flops)));
    }

    @Test
    void table_deviceMemoryAndFlops_haveTheirColumns() {
        PrintedTable table =
                PrintedTable.of(KeyAverages.of(CompleteTrace.build()).table());
        assertThat(table.titles())
                .containsExactly(
                        "Name",
                        "Self %",
                        "Self time",
                        "Total %",
                        "Total time",
                        "Average",
                        "Self device",
                        "Self device %",
                        "Device total",
                        "Device average",
                        "Memory",
                        "Self memory",
                        "Device memory",
                        "Self device memory",
                        "Calls",
                        "Total MFLOPs");
        assertThat(table.rows().get(2))
                .containsExactly(
                        "aten::mm",
                        "22.73%",
                        "2.500ms",
                        "22.73%",
                        "2.500ms",
                        "2.500ms",
                        "4.000ms",
                        "100.00%",
                        "4.000ms",
                        "4.000ms",
                        "1.50 MB",
                        "1.50 MB",
                        "4.00 KB",
                        "4.00 KB",
                        "1",
                        "12.845");
        assertThat(table.rows().get(4))
                .containsExactly(
                        "gemm", "0.00%", "0.000us", "0.00%", "0.000us", "0.000us", "4.000ms", "100.00%", "4.000ms",
                        "4.000ms", "0 B", "0 B", "0 B", "0 B", "1", "--");
        assertThat(table.column("Memory")).containsExactly("1.50 MB", "1.50 MB", "1.50 MB", "0 B", "0 B", "-1.50 MB");
        assertThat(table.names()).containsExactly("[steps]", "forward", "aten::mm", "MmBackward0", "gemm", "[memory]");
        assertThat(table.footer())
                .containsExactly(
                        "Total self time 11.000ms (wall clock, waits included)", "Total self device time 4.000ms");
    }

    @Test
    void table_shapesAndStacks_showThemOnAsManyLinesAsThereAreFrames() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        int product = main.add(builder.nameId("mm"), 0, 2_000);
        main.signature(product, builder.signatureId(new OpSignature("", List.of(), List.of(), 5000)))
                .stack(
                        product,
                        builder.stackId(List.of(
                                new StackTraceElement("demo.Net", "forward", "Net.java", 12),
                                new StackTraceElement("demo.Main", "main", "Main.java", 7),
                                new StackTraceElement("demo.Main", "hidden", "Main.java", 8))));
        main.add(builder.nameId("plain"), 2_000, 2_000);
        assertThat(KeyAverages.of(builder.build(), FINE).table()).isEqualTo("""
            ---------  ------------  ------------  ------------  ------------  ------------  ------------  ------------  ---------------------------------  ------------
                 Name        Self %     Self time       Total %    Total time       Average         Calls  Input Shapes  Source Location                    Total KFLOPs
            ---------  ------------  ------------  ------------  ------------  ------------  ------------  ------------  ---------------------------------  ------------
                   mm        50.00%       2.000us        50.00%       2.000us       2.000us             1            []  demo.Net.forward(Net.java:12)             5.000
                                                                                                                         demo.Main.main(Main.java:7)
                plain        50.00%       2.000us        50.00%       2.000us       2.000us             1                                                             --
            ---------  ------------  ------------  ------------  ------------  ------------  ------------  ------------  ---------------------------------  ------------
            Total self time 4.000us (wall clock, waits included)
            """);
    }

    @Test
    void table_longShapesAndSources_areCutAtTheEndAndAtTheStart() {
        KeyAverages averages = KeyAverages.of(CompleteTrace.build(), FINE);
        String table =
                averages.table(TableOptions.DEFAULT.withMaxShapesWidth(12).withMaxSourceWidth(16));
        assertThat(table).contains(" [[64, 784...  ").contains("  ...(Net.java:12)  ");
        assertThat(table)
                .contains("...(Main.java:7)")
                .doesNotContain("[784, 128]")
                .doesNotContain("demo");
    }

    @Test
    void table_topLevelOnly_leavesOutInnerRowsAndSaysSo() {
        PrintedTable table = PrintedTable.of(
                KeyAverages.of(CompleteTrace.build()).table(TableOptions.DEFAULT.withTopLevelOnly(true)));
        assertThat(table.names()).containsExactly("[steps]", "forward", "MmBackward0", "gemm", "[memory]");
        assertThat(table.footer()).contains("Rows without a top-level event, not shown: 1");
    }

    @Test
    void table_oneNameOfTwoKinds_hasAColumnThatTellsThemApart() {
        thread.add(trace.nameId("layer"), 0, 2);
        thread.add(trace.nameId("layer", EventKind.MODULE, "Linear"), 2, 1);
        assertThat(PrintedTable.of(averages().table()).column("Kind")).containsExactly("scope", "module");
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, 1234567, 1.235ms",
        "MICROSECONDS, 1234567, 1234.567us",
        "MILLISECONDS, 1234567, 1.235ms",
        "SECONDS, 1234567, 0.001s"
    })
    void table_timeScale_isTheUnitOfAllTimes(TimeScale scale, long nanos, String time) {
        thread.add(trace.nameId("event"), 0, nanos);
        PrintedTable table = PrintedTable.of(averages().table(TableOptions.DEFAULT.withTimeScale(scale)));
        assertThat(table.column("Total time")).containsExactly(time);
        assertThat(table.footer()).containsExactly("Total self time " + time + " (wall clock, waits included)");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, Total FLOPs, 1.000",
        "999, 5000, Total FLOPs, 999.000",
        "1000, 999999, Total KFLOPs, 1.000",
        "2500000, 2500000, Total MFLOPs, 2.500",
        "1, 100000000, Total KFLOPs, 0.001",
        "1, 99999999, Total FLOPs, 1.000",
        "1000, 90000000000000, Total MFLOPs, 0.001",
        "9000000000000000000, 1, Total TFLOPs, 9000000.000",
        "3000000000000000, 3000000000000000, Total PFLOPs, 3.000",
        "0, 0, Total FLOPs, 0.000"
    })
    void table_flops_areInTheScaleOfTheSmallestInWhichTheLargestFits(
            long first, long second, String title, String text) {
        addWithFlops("first", first);
        addWithFlops("second", second);
        PrintedTable table = PrintedTable.of(
                averages().table(TableOptions.DEFAULT.withSortBy(SortKey.NAME).withRowLimit(-1)));
        assertThat(table.column(title).get(0)).isEqualTo(text);
    }

    @Test
    void csv_halfSurrogatePair_canBeWrittenAsUtf8() throws Exception {
        thread.add(trace.nameId("\ud800 and \udc00\ud83d\ude00"), 0, 1);
        String csv = averages().csv(TableOptions.DEFAULT);
        assertThat(csv).contains("\r\n\ufffd and \ufffd\ud83d\ude00,");
        assertThat(StandardCharsets.UTF_8
                        .newEncoder()
                        .encode(CharBuffer.wrap(csv))
                        .hasRemaining())
                .isTrue();
    }

    @Test
    void csv_completeTrace_hasRawNumbersUnderNamesWithUnits() {
        List<List<String>> records = StrictCsv.records(
                KeyAverages.of(CompleteTrace.build(), FINE.byThread().byOverload())
                        .csv(TableOptions.DEFAULT.withDistribution(true)));
        assertThat(records.get(0))
                .containsExactly(
                        "name",
                        "overload",
                        "self_cpu_percent",
                        "self_cpu_time_ns",
                        "cpu_total_percent",
                        "cpu_time_total_ns",
                        "cpu_time_avg_ns",
                        "duration_min_ns",
                        "duration_p50_ns",
                        "duration_p99_ns",
                        "duration_max_ns",
                        "self_device_time_ns",
                        "self_device_percent",
                        "device_time_total_ns",
                        "device_time_avg_ns",
                        "cpu_memory_bytes",
                        "self_cpu_memory_bytes",
                        "device_memory_bytes",
                        "self_device_memory_bytes",
                        "calls",
                        "input_shapes",
                        "thread",
                        "source_location",
                        "flops");
        assertThat(records.get(3))
                .containsExactly(
                        "aten::mm",
                        "out",
                        "22.727272727272727",
                        "2500000",
                        "22.727272727272727",
                        "2500000",
                        "2500000.0",
                        "2500000",
                        "2500000",
                        "2500000",
                        "2500000",
                        "4000000",
                        "100.0",
                        "4000000",
                        "4000000.0",
                        "1572864",
                        "1572864",
                        "4096",
                        "4096",
                        "1",
                        "[[64, 784], [784, 128]]",
                        "main",
                        "demo.Net.forward(Net.java:12);demo.Main.main(Main.java:7)",
                        "12845056");
        assertThat(records.get(2)).last().isEqualTo("");
        assertThat(records).hasSize(7).allMatch(each -> each.size() == 24);
    }

    @Test
    void csv_anyNames_areReadBack() {
        String[] names = {"a,b", "say \"hi\"", "two\nlines", "two\r\nlines", "\"", ",", "[memory]", "ü\uD83D\uDE00"};
        List<List<String>> records =
                StrictCsv.records(averages(names).csv(TableOptions.DEFAULT.withSortBy(SortKey.FIRST_OCCURRENCE)));
        assertThat(records)
                .extracting(each -> each.get(0))
                .containsExactly(
                        "name",
                        "a,b",
                        "say \"hi\"",
                        "two\nlines",
                        "two\r\nlines",
                        "\"",
                        ",",
                        "[memory]",
                        "ü\uD83D\uDE00");
    }

    @Test
    void csv_whatASpreadsheetWouldRun_hasAnApostropheBeforeIt() {
        String[] names = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "1=1"};
        List<List<String>> records =
                StrictCsv.records(averages(names).csv(TableOptions.DEFAULT.withSortBy(SortKey.FIRST_OCCURRENCE)));
        assertThat(records)
                .extracting(each -> each.get(0))
                .containsExactly("name", "'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", "'\rx", "1=1");
    }

    @Test
    void csv_largeNumbers_haveNoExponent() {
        thread.add(trace.nameId("event"), 0, 86_400_000_000_000L);
        assertThat(averages().csv(TableOptions.DEFAULT))
                .contains("86400000000000,")
                .doesNotContain("E1");
    }

    @Test
    void csv_noAverages_hasTheNamesAlone() {
        assertThat(KeyAverages.empty().csv(TableOptions.DEFAULT))
                .startsWith("name,")
                .endsWith(",calls\r\n");
    }

    @Test
    void markdown_specialCharacters_areEscaped() {
        String markdown = averages("a|b", "<init>", "x*y_z`", "back\\|slash", "two\nlines", "&amp;")
                .markdown(OPTIONS.withSortBy(SortKey.FIRST_OCCURRENCE));
        assertThat(markdown)
                .startsWith("### a \\| b\n\n| Name | Self % |")
                .contains("\n|---|---:|")
                .contains("\n| a\\|b | ")
                .contains("\n| \\<init\\> | ")
                .contains("\n| x\\*y\\_z\\` | ")
                .contains("\n| back\\\\\\|slash | ")
                .contains("\n| two?lines | ")
                .contains("\n| \\&amp; | ")
                .contains("\n\nTotal self time 0.006us (wall clock, waits included)\n");
    }

    @Test
    void markdown_stacks_areLinesOfOneCell() {
        assertThat(KeyAverages.of(CompleteTrace.build(), FINE).markdown(TableOptions.DEFAULT))
                .contains(" | demo.Net.forward(Net.java:12)<br>demo.Main.main(Main.java:7) | 12.845 |\n");
    }

    @Test
    void markdown_randomTraces_haveTheCellsOfTheTable() {
        for (int seed = 0; seed < 10; seed++) {
            KeyAverages averages = KeyAverages.of(RandomTrace.of(new Random(seed)));
            if (averages.rows().isEmpty()) {
                assertThat(averages.markdown(TableOptions.DEFAULT)).isEmpty();
                continue;
            }
            List<List<String>> cells = averages.markdown(TableOptions.DEFAULT)
                    .lines()
                    .filter(line -> line.startsWith("| "))
                    .map(line -> List.of(line.substring(2, line.length() - 2)
                            .replace("\\", "")
                            .split(" \\| ", -1)))
                    .toList();
            PrintedTable table = PrintedTable.of(averages.table());
            assertThat(cells.get(0)).isEqualTo(table.titles());
            assertThat(cells.subList(1, cells.size())).isEqualTo(table.rows());
        }
    }

    @Test
    void rowLimitAndOrder_everyForm_followsThem() {
        KeyAverages averages = averages("first", "second", "third");
        TableOptions options = TableOptions.DEFAULT.withSortBy(SortKey.NAME).withRowLimit(2);
        assertThat(PrintedTable.of(averages.table(options)).names()).containsExactly("first", "second");
        assertThat(StrictCsv.records(averages.csv(options)))
                .extracting(each -> each.get(0))
                .containsExactly("name", "first", "second");
        assertThat(averages.json(options))
                .contains("second")
                .doesNotContain("third")
                .contains("\"rows_beyond_limit\":1");
        assertThat(averages.markdown(options))
                .contains("second")
                .doesNotContain("third")
                .contains("Rows not shown: 1");
    }

    @Test
    void everyForm_hugeNamesAndShapes_isWritten() {
        long[] dims = new long[10_000];
        int event = thread.add(trace.nameId("n".repeat(1_000_000)), 0, 1);
        thread.signature(event, trace.signatureId(OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(dims)))));
        KeyAverages averages = KeyAverages.of(trace.build(), Grouping.BY_NAME.byInputShapes());
        assertThat(averages.table()).hasSizeLessThan(5_000).contains("n...");
        assertThat(averages.markdown(TableOptions.DEFAULT)).hasSizeLessThan(5_000);
        assertThat(averages.csv(TableOptions.DEFAULT)).hasSizeGreaterThan(1_000_000);
        assertThat(averages.json(TableOptions.DEFAULT)).hasSizeGreaterThan(1_000_000);
    }
}
