package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;

/** The groups of workers of a run as torch describes them: a JSON text that is itself a value in the trace. */
final class ProcessGroups {
    static final String NODE = "## process_group:init ##";

    private static final JsonFactory FACTORY = new JsonFactory();

    private ProcessGroups() {}

    static String json(DistributedInfo info) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartArray();
            for (ProcessGroup group : info.groups()) {
                write(group, info, json);
            }
            json.writeEndArray();
        }
        return text.toString();
    }

    private static void write(ProcessGroup group, DistributedInfo info, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("pg_name", SafeText.of(group.name()));
        json.writeStringField("pg_desc", SafeText.of(group.description()));
        json.writeStringField("backend_config", SafeText.of(group.backend()));
        json.writeArrayFieldStart("ranks");
        // Torch leaves the list empty for the group of all ranks.
        for (int rank : isEverybody(group, info) ? List.<Integer>of() : group.ranks()) {
            json.writeNumber(rank);
        }
        json.writeEndArray();
        json.writeNumberField("group_size", group.ranks().size());
        json.writeNumberField("group_count", info.groups().size());
        json.writeEndObject();
    }

    private static boolean isEverybody(ProcessGroup group, DistributedInfo info) {
        return info.hasWorldSize()
                && group.ranks()
                        .equals(IntStream.range(0, info.worldSize()).boxed().toList());
    }
}
