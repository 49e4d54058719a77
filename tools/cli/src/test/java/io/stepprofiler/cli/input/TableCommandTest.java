package io.stepprofiler.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableCommandTest {
    /** A record with all kinds of members. */
    record Row(String name, List<Integer> ranks, Map<String, Double> figures, Inner inner) {}

    record Inner(double ratio, long nanos) {}

    @Test
    void csv_ofRecords_hasAColumnForEachMemberOfAny() {
        assertThat(TableCommand.csv(List.of(
                        new Row("a,\"b\"\r\nc", List.of(1, 2), Map.of("mean", 1e-7), new Inner(1.5, -3)),
                        new Row("=x", List.of(), Map.of("median", 1e9), new Inner(Double.NaN, 1L << 60)))))
                .isEqualTo("""
                        name,ranks,figures.mean,inner.ratio,inner.nanos,figures.median\r
                        "a,""b""\r
                        c",1;2,0.00000010,1.5,-3,\r
                        '=x,,,,1152921504606846976,1000000000\r
                        """);
    }

    @Test
    void csv_ofAPlaceInJson_hasItsRows() throws Exception {
        String json = "{\"a\":{\"rows\":[{\"x\":true,\"y\":null},{\"y\":\"z\"}]}}";
        assertThat(TableCommand.csv(json, "/a/rows")).isEqualTo("x,y\r\ntrue,\r\n,z\r\n");
        assertThat(TableCommand.csv(json, "/none")).isEmpty();
    }
}
