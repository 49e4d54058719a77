package io.stepprofiler.trace;

import java.util.Objects;

/**
 * One value of a trace's metadata.
 *
 * @param text the value
 * @param isJson whether the text is meant to be JSON; an exporter writes it as such if it is valid, as a string if not
 */
public record MetadataValue(String text, boolean isJson) {
    /** Refuses null. */
    public MetadataValue {
        Objects.requireNonNull(text, "text");
    }
}
