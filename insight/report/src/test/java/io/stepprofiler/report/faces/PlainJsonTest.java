package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.NameTransformer;
import io.stepprofiler.analysis.report.Polarity;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlainJsonTest {
    private static final JsonSerializer<Double> DECIMAL = new JsonSerializer<>() {
        @Override
        public void serialize(Double number, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (Double.isFinite(number)) {
                json.writeNumber(PlainJson.decimal(number));
            } else {
                json.writeNumber(number);
            }
        }
    };

    /** The mapper that wrote summaries before; members of sections are members of the enclosing record. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public @Nullable NameTransformer findUnwrappingNameTransformer(AnnotatedMember member) {
                    return PlainJson.SECTIONS.contains(member.getRawType()) ? NameTransformer.NOP : null;
                }
            })
            .addModule(new SimpleModule().addSerializer(double.class, DECIMAL).addSerializer(Double.class, DECIMAL))
            .build();

    private record Inner(boolean isOne, long many, int few, double number, Polarity constant) {}

    private record Outer(
            @Nullable String text, List<Inner> list, Map<String, Inner> map, List<@Nullable Double> numbers) {}

    @Test
    void json_ofAnyPlainData_isThatOfAMapper() throws Exception {
        Inner inner = new Inner(true, Long.MIN_VALUE, -1, 1e300, Polarity.LOWER_IS_BETTER);
        Inner odd = new Inner(false, 0, 0, Double.NaN, Polarity.NEUTRAL);
        for (Object data : List.of(
                new Outer(
                        "a \"quoted\" \u2028 \uD83D\uDE00\n",
                        List.of(inner, odd),
                        Map.of("k \\", inner),
                        List.of(0.1, -0.0)),
                new Outer(null, List.of(), Map.of(), Arrays.asList(1e-7, null, Double.NEGATIVE_INFINITY)),
                "text")) {
            assertThat(PlainJson.of(data)).isEqualTo(MAPPER.writeValueAsBytes(data));
        }
    }

    @Test
    void json_ofAReport_isThatOfAMapper() throws Exception {
        Path torch = Path.of("../readers/src/test/resources/io/stepprofiler/readers/chrome/kineto.pt.trace.json.gz");
        try (ImportedTrace opened = Traces.open(torch, ImportOptions.DEFAULT)) {
            StepReport report = StepReport.of(opened.trace());
            assertThat(PlainJson.of(report)).isEqualTo(MAPPER.writeValueAsBytes(report));
        }
    }

    @Test
    void numbers_haveTheFewestDigitsThatReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(number)) {
                assertThat(PlainJson.decimal(number).doubleValue()).isEqualTo(number == 0 ? 0 : number);
            }
        }
        assertThat(List.of(0.1, 0.1 + 0.2, 2e22, 1 / 3.0, 5.0, 0.0))
                .extracting(number -> PlainJson.decimal(number).toString())
                .containsExactly("0.1", "0.30000000000000004", "2E+22", "0.3333333333333333", "5", "0");
    }

    @Test
    void json_ofWhatIsNoPlainData_isRefused() {
        assertThatThrownBy(() -> PlainJson.of(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no plain data");
    }
}
