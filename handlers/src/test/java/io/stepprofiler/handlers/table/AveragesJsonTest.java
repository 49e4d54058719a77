package io.stepprofiler.handlers.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The JSON of key averages, read back with Jackson, which core does not have. */
class AveragesJsonTest {
    private static final TableOptions OPTIONS = TableOptions.DEFAULT.withSortBy(SortKey.FIRST_OCCURRENCE);

    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder thread = trace.thread(1, "main");

    private JsonNode json(Grouping grouping, TableOptions options) throws JsonProcessingException {
        return new ObjectMapper()
                .readTree(KeyAverages.of(trace.build(), grouping).json(options));
    }

    @Test
    void json_rows_haveRawNumbersAndNullForWhatIsNotKnown() throws JsonProcessingException {
        int event = thread.add(trace.nameId("mm"), 0, 3_000_000);
        thread.add(trace.nameId("mm"), 3_000_000, 1_000_001);
        thread.signature(event, trace.signatureId(new OpSignature("out", List.of(), List.of(), 1L << 60)))
                .stack(event, trace.stackId(List.of(new StackTraceElement("A", "b", "A.java", 1))));
        thread.add(trace.nameId("other"), 5_000_000, 999_999);
        JsonNode rows = json(Grouping.BY_NAME.byStack(3), OPTIONS).get("rows");
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).get("name").textValue()).isEqualTo("mm");
        assertThat(rows.get(0).get("self_cpu_time_ns").longValue()).isEqualTo(3_000_000);
        assertThat(rows.get(0).get("self_cpu_percent").doubleValue()).isEqualTo(60);
        assertThat(rows.get(0).get("flops").longValue()).isEqualTo(1L << 60);
        assertThat(rows.get(0).get("source_location").get(0).textValue()).isEqualTo("A.b(A.java:1)");
        assertThat(rows.get(1).get("cpu_time_avg_ns").doubleValue()).isEqualTo(1_000_001);
        assertThat(rows.get(1).get("flops").isNull()).isTrue();
        assertThat(rows.get(1).get("source_location")).isEmpty();
    }

    @Test
    void json_totals_sayWhatIsMissing() throws JsonProcessingException {
        thread.add(trace.nameId("a"), 0, 5);
        thread.add(trace.nameId("b"), 1, 2);
        thread.add(trace.nameId("c"), 10, 5);
        thread.unfinished(thread.add(trace.nameId("d"), 20, 5));
        trace.dropped(DropCause.BYTE_LIMIT, 9);
        JsonNode totals = json(Grouping.BY_NAME, OPTIONS.withRowLimit(1).withTopLevelOnly(true))
                .get("totals");
        assertThat(totals.get("self_cpu_time_ns").longValue()).isEqualTo(10);
        assertThat(totals.get("rows").intValue()).isEqualTo(3);
        assertThat(totals.get("inner_rows_not_shown").intValue()).isEqualTo(1);
        assertThat(totals.get("rows_beyond_limit").intValue()).isEqualTo(1);
        assertThat(totals.get("unfinished_events").intValue()).isEqualTo(1);
        assertThat(totals.get("dropped_events").intValue()).isEqualTo(9);
    }

    @Test
    void json_anyName_isReadBack() throws JsonProcessingException {
        List<String> names =
                List.of("\"quoted\"", "back\\slash", "\u0000\u001f\u007f\u2028\n", "\uD83D\uDE00ü", "</script>");
        names.forEach(name -> thread.add(trace.nameId(name), 0, 1));
        JsonNode rows = json(Grouping.BY_NAME, OPTIONS).get("rows");
        assertThat(rows).extracting(row -> row.get("name").textValue()).containsExactlyElementsOf(names);
    }

    @Test
    void json_halfASurrogatePair_becomesTheReplacementCharacter() throws JsonProcessingException {
        thread.add(trace.nameId("a\uD83Db"), 0, 1);
        assertThat(json(Grouping.BY_NAME, OPTIONS)
                        .get("rows")
                        .get(0)
                        .get("name")
                        .textValue())
                .isEqualTo("a\uFFFDb");
    }

    @Test
    void json_noAverages_hasNoRows() throws JsonProcessingException {
        assertThat(json(Grouping.BY_NAME, OPTIONS).get("rows")).isEmpty();
        assertThat(new ObjectMapper()
                        .readTree(KeyAverages.empty().json(OPTIONS))
                        .get("totals")
                        .get("rows")
                        .intValue())
                .isZero();
    }
}
