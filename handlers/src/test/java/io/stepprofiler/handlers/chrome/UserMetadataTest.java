package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.child.RecordingLogger;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.MetadataValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserMetadataTest {
    private final Map<String, MetadataValue> metadata = new LinkedHashMap<>();
    private final RecordingLogger logger = new RecordingLogger();
    private final UserMetadata user = new UserMetadata(logger);

    @Test
    void text_always_isAString() {
        assertThat(written("model", new MetadataValue("{\"a\":1}", false)).textValue())
                .isEqualTo("{\"a\":1}");
        assertThat(logger.messages()).isEmpty();
    }

    @Test
    void json_valid_isWrittenAsSuch() {
        assertThat(written("config", new MetadataValue(" {\"lr\":1e-3, \"l\":[1,null,\"x\"]}\n", true)))
                .isEqualTo(Exported.read("{\"lr\":0.001,\"l\":[1,null,\"x\"]}").root());
        assertThat(logger.messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "1 2",
                "{} x",
                "NaN",
                "'a'",
                "{a:1}",
                "[1,]",
                "{\"a\":1,\"a\":2}",
                "/**/1",
                "\"\n\"",
                "1e99999999999",
                "[1, {\"a\":-1e-99999999999}]",
                "10e2147483647"
            })
    void json_invalid_isAStringWithAWarning(String text) {
        assertThat(written("bad key", new MetadataValue(text, true)).textValue())
                .isEqualTo(text);
        assertThat(logger.messages()).singleElement().asString().contains("WARNING", "bad key");
    }

    @Test
    void json_nestedTooDeeplyForReaders_isAString() {
        String deep = "[".repeat(101) + "]".repeat(101);

        assertThat(written("deep", new MetadataValue(deep, true)).textValue()).isEqualTo(deep);
        assertThat(written("less", new MetadataValue("[".repeat(100) + "]".repeat(100), true))
                        .isArray())
                .isTrue();
    }

    @Test
    void json_withKeysThatBecomeTheSame_isAString() {
        String text = "{\"\\ud800\":1,\"\\udc00\":2}";

        assertThat(written("k", new MetadataValue(text, true)).textValue()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schemaVersion",
                "deviceProperties",
                "trace_id",
                "distributedInfo",
                "host_name",
                "stepProfiler",
                "displayTimeUnit",
                "baseTimeNanoseconds",
                "traceEvents",
                "traceName",
                "systemTraceEvents"
            })
    void key_thatIsTaken_isPrefixedWithAWarning(String key) {
        assertThat(written("user_" + key, key, new MetadataValue("mine", false)).textValue())
                .isEqualTo("mine");
        assertThat(logger.messages()).singleElement().asString().contains("WARNING", "user_" + key);
    }

    @Test
    void metadata_anyMixture_isValidAndComplete() {
        SplittableRandom random = new SplittableRandom(7);
        List<String> texts =
                List.of("1", "{", "\"\ud800\"", "\"", "\\", "\u0000", "traceEvents", "user_", "null", "[1,{}]", "NaN");
        for (int round = 0; round < 500; round++) {
            metadata.clear();
            for (int i = 0; i < 6; i++) {
                String key = texts.get(random.nextInt(texts.size())) + texts.get(random.nextInt(texts.size()));
                String text = texts.get(random.nextInt(texts.size()));
                metadata.put(key, new MetadataValue(text, random.nextBoolean()));
            }
            assertThat(written()).hasSize(metadata.size());
        }
    }

    @Test
    void json_invalidInEveryWindow_isWarnedOfOnceWithoutTheParsersWords() {
        written("config", new MetadataValue("{a:1}", true));
        written("config", new MetadataValue("{a:1}", true));
        written("other", new MetadataValue("{a:1}", true));
        assertThat(logger.messages())
                .filteredOn(message -> message.contains("WARNING"))
                .singleElement()
                .asString()
                .contains("no valid JSON")
                .doesNotContain("JsonReadFeature", "jackson", "(");
    }

    private JsonNode written(String key, MetadataValue value) {
        return written(key, key, value);
    }

    private JsonNode written(String expectedKey, String key, MetadataValue value) {
        metadata.clear();
        metadata.put(key, value);
        return written().path(expectedKey);
    }

    private JsonNode written() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            user.write(metadata, json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Exported.read(JsonText.utf8(text.toString())).root();
    }
}
