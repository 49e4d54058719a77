package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;

/** Parsers of JSON for files that are not trusted. */
final class Parsers {
    /** Deeper than the data that programs write for each other. */
    private static final int MAX_DEPTH = 200;

    private static final int MAX_STRING_CHARS = 1 << 24;
    private static final int MAX_NUMBER_CHARS = 1000;

    /**
     * Python writes numbers that JSON lacks, torch characters that JSON forbids, and many programs a trailing comma.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING_CHARS)
                    .maxNumberLength(MAX_NUMBER_CHARS)
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private Parsers() {}

    static JsonParser of(InputStream text) throws IOException {
        return FACTORY.createParser(text);
    }

    static JsonParser of(byte[] text, int offset, int length) throws IOException {
        return FACTORY.createParser(text, offset, length);
    }
}
