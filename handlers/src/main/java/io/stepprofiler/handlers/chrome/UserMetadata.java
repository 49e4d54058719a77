package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.wire.FileMembers;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The metadata that users set, as members of the top-level object, next to ours. */
final class UserMetadata {
    private final Logger logger;

    /** Kinds of warnings that were logged, each once: the same metadata are in every file of every window. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    UserMetadata(Logger logger) {
        this.logger = logger;
    }

    void write(Map<String, MetadataValue> metadata, JsonGenerator json) throws IOException {
        Set<String> taken = new HashSet<>(FileMembers.RESERVED);
        for (Map.Entry<String, MetadataValue> entry : metadata.entrySet()) {
            String key = Arguments.freeKey(entry.getKey(), taken);
            if (!key.equals(SafeText.of(entry.getKey()))) {
                warn("Metadata " + entry.getKey() + " is written as " + key, ": its key is taken");
            }
            json.writeFieldName(key);
            writeValue(entry.getKey(), entry.getValue(), json);
        }
    }

    private void warn(String what, String kind) {
        if (logged.add(kind)) {
            logger.log(Level.WARNING, OneLine.of(what + kind));
        }
    }

    private void writeValue(String key, MetadataValue value, JsonGenerator json) throws IOException {
        if (!value.isJson()) {
            json.writeString(value.text());
            return;
        }
        try {
            if (StrictJson.write(value.text(), json)) {
                return;
            }
            warn("Metadata " + key, " is written as a string: it is empty");
        } catch (JsonProcessingException e) {
            // The parser's message is left out, because it names its own classes.
            warn(
                    "Metadata " + key,
                    " is written as a string: it is no valid JSON, or nested more than " + StrictJson.MAX_DEPTH
                            + " levels deep");
        }
        json.writeString(value.text());
    }
}
