package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final Statistics statistics = new Statistics();

    private void add(Unit unit, String category, String name, double... values) {
        for (double value : values) {
            statistics.of(unit, category, name).accept(value);
        }
    }

    private String table() {
        return new StatisticsText(statistics, DumpsOptions.TABLE).print();
    }

    private JsonNode json(SortBy sortBy, boolean ascending) throws IOException {
        DumpsOptions options = new DumpsOptions(false, DumpFormat.JSON, sortBy, ascending);
        return MAPPER.readTree(new StatisticsText(statistics, options).print());
    }

    private JsonNode json() throws IOException {
        return json(SortBy.TOTAL, false);
    }

    private static List<String> names(JsonNode category) {
        List<String> names = new ArrayList<>();
        category.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void table_ofTimesMemoryAndCounters_hasMxnetsLayout() {
        add(Unit.TIME, "operator", "aten::matmul", 1_500_000, 2_500_000);
        add(Unit.MEMORY, "Device Storage", "Memory: cpu/0", 1000, 3000);
        add(Unit.COUNTER, "training", "loss", 0.5);
        assertThat(table()).isEqualTo("""

                        Profile Statistics:
                        	Note the difference in units for different entries.
                        Device Storage
                        =================
                        Name                           Total Count    Min Use  (kB)    Max Use  (kB)    Avg Use  (kB)
                        ----                           -----------    -------------    -------------    -------------
                        Memory: cpu/0                            2           1.0000           3.0000           2.0000

                        operator
                        =================
                        Name                           Total Count        Time (ms)    Min Time (ms)    Max Time (ms)    Avg Time (ms)
                        ----                           -----------        ---------    -------------    -------------    -------------
                        aten::matmul                             2           4.0000           1.5000           2.5000           2.0000

                        training
                        =================
                        Name                           Total Count        Min Value        Max Value        Avg Value
                        ----                           -----------        ---------        ---------        ---------
                        loss                                     1           0.5000           0.5000           0.5000

                        """);
    }

    @Test
    void average_ofACounter_isItsMean() throws IOException {
        add(Unit.COUNTER, "counter", "queue", 1, 2, 9);
        JsonNode row = json().get("Counter").get("counter").get("queue");
        assertThat(row.get("Avg").asInt()).isEqualTo(4);
        assertThat(row.get("Min").asInt()).isEqualTo(1);
        assertThat(row.get("Max").asInt()).isEqualTo(9);
        assertThat(row.has("Total")).isFalse();
    }

    @Test
    void counter_ofTheUser_isShownAsItIs() throws IOException {
        add(Unit.COUNTER, "counter", "samples", 123_456);
        assertThat(table()).contains("123456.0000").doesNotContain("123.4560");
        assertThat(json().get("Counter")
                        .get("counter")
                        .get("samples")
                        .get("Max")
                        .asInt())
                .isEqualTo(123_456);
    }

    @Test
    void minimum_above2GiB_isRight() throws IOException {
        add(Unit.MEMORY, "Device Storage", "Memory: cpu/0", 5_000_000_001.0, 6_000_000_000.0);
        JsonNode row = json().get("Memory").get("Device Storage").get("Memory: cpu/0");
        assertThat(row.get("Min").decimalValue()).isEqualByComparingTo("5000000.001");
    }

    @Test
    void numbers_inJson_haveAllTheirDigits() throws IOException {
        add(Unit.TIME, "operator", "long", 207_612_345_678.0, 1);
        JsonNode row = json().get("Time").get("operator").get("long");
        assertThat(row.get("Total").decimalValue()).isEqualByComparingTo("207612.345679");
        assertThat(row.get("Min").decimalValue()).isEqualByComparingTo("0.000001");
        assertThat(new StatisticsText(statistics, DumpsOptions.JSON).print()).doesNotContain("e+", "E");
    }

    @Test
    void sumsOfManyValues_areThoseOfExactArithmetic() {
        Random random = new Random(7);
        Statistics.Series series = new Statistics.Series();
        BigDecimal exact = BigDecimal.ZERO;
        for (int i = 0; i < 100_000; i++) {
            double value = random.nextInt(4) == 0 ? random.nextLong(1L << 50) : random.nextInt(1000);
            series.accept(value);
            exact = exact.add(BigDecimal.valueOf(value));
        }
        assertThat(series.getSum()).isEqualTo(exact.doubleValue());
        assertThat(series.getAverage()).isCloseTo(exact.doubleValue() / 100_000, within(1.0));
    }

    @Test
    void rows_areSortedByWhatIsAskedFor_laterNamesFirstWhereEqual() throws IOException {
        add(Unit.TIME, "event", "a", 5, 5);
        add(Unit.TIME, "event", "b", 8, 1);
        add(Unit.TIME, "event", "c", 10);
        for (String[] expected : new String[][] {
            {"total", "c", "a", "b"},
            {"avg", "c", "a", "b"},
            {"min", "c", "a", "b"},
            {"max", "c", "b", "a"},
            {"count", "b", "a", "c"}
        }) {
            SortBy key = MxMessages.oneOf("sort_by", expected[0], SortBy.values());
            assertThat(names(json(key, false).get("Time").get("event")))
                    .as(expected[0])
                    .containsExactly(expected[1], expected[2], expected[3]);
        }
        assertThat(names(json(SortBy.TOTAL, true).get("Time").get("event"))).containsExactly("b", "c", "a");
    }

    @Test
    void categories_areInAlphabeticalOrder() throws IOException {
        add(Unit.TIME, "operator", "x", 1);
        add(Unit.TIME, "event", "x", 1);
        add(Unit.TIME, "module", "x", 1);
        assertThat(names(json().get("Time"))).containsExactly("event", "module", "operator");
    }

    @Test
    void hostileNames_areWholeInJsonAndOnOneLineInTables() throws IOException {
        String name = "quote\" back\\slash\nline \u2028 \ud83d\ude00 " + "x".repeat(500);
        add(Unit.TIME, name, name, 1);
        assertThat(json().get("Time").get(name).get(name).get("Count").asInt()).isEqualTo(1);
        assertThat(table().lines().filter(line -> line.contains("quote"))).hasSize(2);
    }

    @Test
    void names_beyondTheLimit_shareARowOfTheirCategory() throws IOException {
        for (int i = 0; i < Statistics.MAX_ROWS + 5; i++) {
            add(Unit.TIME, "event", "name " + i, 1);
        }
        add(Unit.TIME, "module", "late", 1);
        JsonNode times = json().get("Time");
        assertThat(times.get("event").get(Statistics.OTHER).get("Count").asInt())
                .isEqualTo(5);
        assertThat(times.get("module").get(Statistics.OTHER).get("Count").asInt())
                .isEqualTo(1);
    }
}
