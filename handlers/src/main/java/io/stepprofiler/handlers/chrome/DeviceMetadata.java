package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.trace.MetadataValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the devices of a trace, which TensorBoard's plugin shows with its figures: a metadata entry whose text
 * is a list of objects with Kineto's keys. Any other value of that key is ordinary metadata.
 */
final class DeviceMetadata {
    static final String KEY = "deviceProperties";

    private DeviceMetadata() {}

    /** Writes the list, which is empty if nothing is known. */
    static void write(Map<String, MetadataValue> metadata, JsonGenerator json) throws IOException {
        JsonNode known = known(metadata);
        if (known == null) {
            json.writeStartArray();
            json.writeEndArray();
        } else {
            StrictJson.write(known, json);
        }
    }

    /** Returns the metadata without device properties. */
    static Map<String, MetadataValue> without(Map<String, MetadataValue> metadata) {
        if (known(metadata) == null) {
            return metadata;
        }
        Map<String, MetadataValue> others = new LinkedHashMap<>(metadata);
        others.remove(KEY);
        return others;
    }

    private static @Nullable JsonNode known(Map<String, MetadataValue> metadata) {
        MetadataValue value = metadata.get(KEY);
        if (value == null) {
            return null;
        }
        try {
            JsonNode list = StrictJson.representable(value.text());
            boolean isList = list.isArray() && !list.isEmpty();
            for (JsonNode device : list) {
                isList &= device.isObject();
            }
            return isList ? list : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
