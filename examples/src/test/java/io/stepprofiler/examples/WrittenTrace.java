package io.stepprofiler.examples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/** A trace file as a viewer finds it: compressed JSON, read by someone who knows nothing of how it was written. */
record WrittenTrace(JsonNode document) {
    static WrittenTrace read(Path file) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new WrittenTrace(new ObjectMapper().readTree(in));
        } catch (IOException e) {
            throw new AssertionError("cannot read " + file, e);
        }
    }

    /** The names of the steps, in the order of time. */
    List<String> steps() {
        return slices("user_annotation")
                .filter(event -> name(event).startsWith("ProfilerStep#"))
                .sorted(Comparator.comparingDouble(event -> event.get("ts").asDouble()))
                .map(WrittenTrace::name)
                .toList();
    }

    /** How often each scope occurs. */
    Map<String, Long> scopes() {
        return countByName(slices("cpu_op"));
    }

    /** How often each module occurs. */
    Map<String, Long> modules() {
        return countByName(slices("python_function"));
    }

    /** The numbers of the scopes of one name. */
    Set<Long> recordFunctionIds(String scope) {
        return slices("cpu_op")
                .filter(event -> name(event).equals(scope))
                .map(event -> event.at("/args/Record function id").asLong())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How often each scope occurs on one thread. */
    Map<String, Long> scopes(String thread) {
        return countByName(slices("cpu_op").filter(event -> thread.equals(thread(event))));
    }

    /** The names of the threads that have scopes. */
    Set<String> threads() {
        return slices("cpu_op").map(this::thread).collect(Collectors.toSet());
    }

    /** How many samples each counter has. */
    Map<String, Long> counters() {
        return countByName(events("C"));
    }

    /** The values of one counter, in the order of the file. */
    List<Double> values(String counter) {
        return events("C")
                .filter(event -> name(event).equals(counter))
                .map(event -> event.get("args").get("").doubleValue())
                .toList();
    }

    /** The account of the events that began. */
    JsonNode account() {
        return document.get("stepProfiler");
    }

    private String thread(JsonNode event) {
        return events("M")
                .filter(row -> name(row).equals("thread_name"))
                .filter(row -> row.get("tid").equals(event.get("tid")))
                .map(row -> row.at("/args/name").asText())
                .findFirst()
                .orElseThrow();
    }

    private Stream<JsonNode> slices(String category) {
        return events("X").filter(event -> event.get("cat").asText().equals(category));
    }

    private Stream<JsonNode> events(String phase) {
        return StreamSupport.stream(document.get("traceEvents").spliterator(), false)
                .filter(event -> event.get("ph").asText().equals(phase));
    }

    private static Map<String, Long> countByName(Stream<JsonNode> events) {
        return events.collect(Collectors.groupingBy(WrittenTrace::name, Collectors.counting()));
    }

    private static String name(JsonNode event) {
        return event.get("name").asText();
    }
}
