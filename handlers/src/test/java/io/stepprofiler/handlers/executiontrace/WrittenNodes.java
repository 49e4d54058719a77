package io.stepprofiler.handlers.executiontrace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** An execution trace as it is read back. */
record WrittenNodes(JsonNode file, Map<Long, JsonNode> byId) {
    static WrittenNodes of(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ExecutionTraceExporter().export(trace, "et.json", out, ExportMeter.none());
        return of(new ObjectMapper().readTree(out.toByteArray()));
    }

    static WrittenNodes of(JsonNode file) {
        Map<Long, JsonNode> byId = new LinkedHashMap<>();
        for (JsonNode node : file.get("nodes")) {
            assertThat(byId.put(node.get("id").asLong(), node))
                    .as("another node with this id")
                    .isNull();
        }
        return new WrittenNodes(file, byId);
    }

    List<JsonNode> all() {
        return List.copyOf(byId.values());
    }

    /** The only node with a name. */
    JsonNode named(String name) {
        List<JsonNode> found = allNamed(name);
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    List<JsonNode> allNamed(String name) {
        return all().stream()
                .filter(node -> node.get("name").asText().equals(name))
                .toList();
    }

    /** The names of the nodes around a node, from the inside. */
    List<String> namesAround(JsonNode node) {
        return Stream.iterate(parent(node), at -> at.get("id").asLong() != 1, this::parent)
                .map(at -> at.get("name").asText())
                .toList();
    }

    JsonNode parent(JsonNode node) {
        JsonNode parent = byId.get(node.get("ctrl_deps").asLong());
        assertThat(parent).as("the node around %s", node).isNotNull();
        return parent;
    }

    static JsonNode attribute(JsonNode node, String name) {
        return StreamSupport.stream(node.get("attrs").spliterator(), false)
                .filter(attribute -> attribute.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .get("value");
    }
}
