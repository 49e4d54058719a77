package io.stepprofiler.report.faces;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.ReportDiff;
import java.io.IOException;

/** The comparison of two sides as JSON, for programs. Its schema is the resource {@code diff.schema.json}. */
public final class DiffFile {
    /** Serializer for a metric with its unit and polarity, so that readers need no table of them. */
    private static final class MetricSerializer extends StdSerializer<DiffMetric> {
        private static final long serialVersionUID = 1;

        MetricSerializer() {
            super(DiffMetric.class);
        }

        @Override
        public void serialize(DiffMetric metric, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeStartObject();
            json.writeStringField("id", metric.id());
            json.writeStringField("title", metric.title());
            json.writeStringField("unit", metric.unit());
            json.writeStringField("polarity", metric.polarity().name());
            json.writeStringField("kind", metric.kind().name());
            json.writeEndObject();
        }
    }

    /** Writes the members of a change as members of its figure. */
    interface Figure {
        @JsonUnwrapped
        @SuppressWarnings("UnusedMethod") // Jackson reads its annotation.
        MetricDiff.Change change();
    }

    /** Writes the members of a verdict as members of the comparison. */
    interface Comparison {
        @JsonUnwrapped
        @SuppressWarnings("UnusedMethod") // Jackson reads its annotation.
        ReportDiff.Decision decision();
    }

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addMixIn(MetricDiff.class, Figure.class)
            .addMixIn(ReportDiff.class, Comparison.class)
            .addModule(new SimpleModule().addSerializer(DiffMetric.class, new MetricSerializer()))
            // Uses only public members, so that the module need not be opened.
            .disable(MapperFeature.CAN_OVERRIDE_ACCESS_MODIFIERS)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    private DiffFile() {}

    /**
     * {@return the comparison as JSON}
     *
     * @param diff the comparison
     */
    public static String json(ReportDiff diff) {
        try {
            return MAPPER.writeValueAsString(diff);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a difference is plain data", e);
        }
    }
}
