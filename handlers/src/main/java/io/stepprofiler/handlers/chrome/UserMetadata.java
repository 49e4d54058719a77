package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The metadata that users set, as members of the top-level object, next to ours. */
final class UserMetadata {
    /** The keys we write, and those that make viewers look for events in their values. */
    private static final Set<String> RESERVED = Set.of(
            "schemaVersion",
            "deviceProperties",
            "trace_id",
            "record_shapes",
            "with_stack",
            "profile_memory",
            "with_modules",
            "with_flops",
            "distributedInfo",
            "host_name",
            "stepProfiler",
            "displayTimeUnit",
            "baseTimeNanoseconds",
            "traceEvents",
            "traceName",
            "metadata",
            "samples",
            "stackFrames",
            "systemTraceEvents");

    /** Python, which TensorBoard runs on, fails on a file that is nested about a thousand levels deep. */
    private static final int MAX_DEPTH = 100;

    /** Readers that make an integer of such a number take as many digits. */
    private static final int MAX_EXPONENT = 10_000;

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** So many different warnings are given, each once: the same metadata are in every window and every file of it. */
    private static final int MAX_WARNINGS = 100;

    private final Logger logger;
    private final Set<String> warnings = ConcurrentHashMap.newKeySet();

    UserMetadata(Logger logger) {
        this.logger = logger;
    }

    void write(Map<String, MetadataValue> metadata, JsonGenerator json) throws IOException {
        Set<String> taken = new HashSet<>(RESERVED);
        for (Map.Entry<String, MetadataValue> entry : metadata.entrySet()) {
            String key = Arguments.freeKey(entry.getKey(), taken);
            if (!key.equals(SafeText.of(entry.getKey()))) {
                warn("Metadata " + entry.getKey() + " is written as " + key + ": its key is taken");
            }
            json.writeFieldName(key);
            writeValue(entry.getKey(), entry.getValue(), json);
        }
    }

    /** Read again, since keys may have become the same. */
    private static JsonNode representable(String text) throws JsonProcessingException {
        try {
            JsonNode tree = STRICT.readTree(text);
            checkExponents(tree);
            return STRICT.readTree(SafeText.of(tree.toString()));
        } catch (NumberFormatException | ArithmeticException e) {
            // An exponent that no number of Java's has; the grammar of JSON allows it.
            throw new JsonParseException(null, "a number is out of range", e);
        }
    }

    /**
     * Which exponents a {@link BigDecimal} can have differs between releases of Java, and so would what is read again.
     */
    private static void checkExponents(JsonNode tree) {
        if (tree.isBigDecimal()) {
            BigDecimal number = tree.decimalValue();
            if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT) {
                throw new ArithmeticException("an exponent of more than " + MAX_EXPONENT);
            }
        }
        tree.forEach(UserMetadata::checkExponents);
    }

    private void warn(String warning) {
        if (warnings.size() < MAX_WARNINGS && warnings.add(warning)) {
            logger.log(Level.WARNING, OneLine.of(warning));
        }
    }

    private void writeValue(String key, MetadataValue value, JsonGenerator json) throws IOException {
        if (!value.isJson()) {
            json.writeString(value.text());
            return;
        }
        try {
            JsonNode tree = representable(value.text());
            if (!tree.isMissingNode()) {
                STRICT.writeTree(json, tree);
                return;
            }
            warn("Metadata " + key + " is written as a string: it is empty");
        } catch (JsonProcessingException e) {
            // Without the parser's words, which speak of its own classes.
            warn("Metadata " + key + " is written as a string: it is no valid JSON, or nested more than " + MAX_DEPTH
                    + " levels deep");
        }
        json.writeString(value.text());
    }
}
