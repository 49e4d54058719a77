package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/** A trace as a strict reader finds it in its file. */
record Exported(String text, JsonNode root) {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** A slice, with its start in nanoseconds since 1970 and its times also as a viewer adds them up. */
    record Slice(JsonNode json, long startNanos, long durationNanos) {
        String name() {
            return json.path("name").textValue();
        }

        String category() {
            return json.path("cat").textValue();
        }

        long tid() {
            return json.path("tid").longValue();
        }

        boolean isStep() {
            return category().equals("user_annotation") && name().startsWith("ProfilerStep#");
        }

        JsonNode args() {
            return json.path("args");
        }

        /** The duration as it was before it was shortened for viewers. */
        long trueDurationNanos() {
            return durationNanos + args().path("shortened ns").longValue();
        }

        double viewedStart() {
            return json.path("ts").doubleValue();
        }

        double viewedEnd() {
            return viewedStart() + json.path("dur").doubleValue();
        }
    }

    /** Marker, task or frame: an instant, or the two ends of one asynchronous span. */
    record Unnested(JsonNode json, long startNanos, long durationNanos) {
        String phase() {
            return json.path("ph").textValue();
        }

        String name() {
            return json.path("name").textValue();
        }

        JsonNode args() {
            return json.path("args");
        }
    }

    /** What readers know the ends of a span by. */
    private record SpanKey(String category, String id, long pid) {
        static SpanKey of(JsonNode event) {
            return new SpanKey(
                    event.path("cat").textValue(),
                    event.path("id2").path("local").textValue(),
                    event.path("pid").longValue());
        }
    }

    static Exported json(Trace trace) {
        return read(bytes(trace, "trace.json"));
    }

    static Exported gzip(Trace trace) {
        return read(gunzip(bytes(trace, "trace.json.gz")));
    }

    static Exported read(byte[] utf8) {
        try {
            // Decoding by hand: the decoder throws where the text is not UTF-8.
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
            return new Exported(text, STRICT.readTree(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Exported read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] bytes(Trace trace, String fileName) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            new ChromeTraceExporter().export(trace, fileName, out, ExportMeter.none());
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] gunzip(byte[] compressed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> keys() {
        List<String> keys = new ArrayList<>();
        root.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    List<JsonNode> events() {
        return StreamSupport.stream(root.path("traceEvents").spliterator(), false)
                .toList();
    }

    List<JsonNode> events(String phase) {
        return events().stream()
                .filter(event -> event.path("ph").textValue().equals(phase))
                .toList();
    }

    /** All slices but the one for the whole window. */
    List<Slice> slices() {
        return events("X").stream()
                .filter(event -> !event.path("cat").textValue().equals("Trace"))
                .map(event -> new Slice(event, epochNanos(event), nanos(event.path("dur"))))
                .toList();
    }

    /** The markers, tasks and frames in the order of the file; fails where ends do not join one by one. */
    List<Unnested> unnested() {
        Map<SpanKey, JsonNode> ends = events("e").stream().collect(Collectors.toMap(SpanKey::of, end -> end));
        List<Unnested> found = new ArrayList<>();
        for (JsonNode event : events()) {
            boolean isInstant = event.path("ph").textValue().equals("i") && event.has("args");
            boolean isOfMemory = event.path("cat").asText().equals("cpu_instant_event");
            if (isInstant && !isOfMemory) {
                found.add(new Unnested(event, epochNanos(event), 0));
            } else if (event.path("ph").textValue().equals("b")) {
                JsonNode end = ends.remove(SpanKey.of(event));
                found.add(new Unnested(event, epochNanos(event), epochNanos(end) - epochNanos(event)));
            }
        }
        if (!ends.isEmpty()) {
            throw new AssertionError("ends without a begin: " + ends);
        }
        return found;
    }

    List<Slice> scopes() {
        return slices().stream().filter(slice -> !slice.isStep()).toList();
    }

    List<Slice> steps() {
        return slices().stream().filter(Slice::isStep).toList();
    }

    Map<Long, List<Slice>> slicesByTid() {
        return slices().stream().collect(Collectors.groupingBy(Slice::tid, TreeMap::new, Collectors.toList()));
    }

    /** The names of rows by tid. */
    Map<Long, String> rowNames() {
        return events("M").stream()
                .filter(event -> event.path("name").textValue().equals("thread_name"))
                .collect(Collectors.toMap(
                        event -> event.path("tid").longValue(),
                        event -> event.path("args").path("name").textValue()));
    }

    /** The time of an event in nanoseconds since 1970. */
    long epochNanos(JsonNode event) {
        return root.path("baseTimeNanoseconds").longValue() + nanos(event.path("ts"));
    }

    static long nanos(JsonNode micros) {
        return micros.decimalValue().movePointRight(3).longValueExact();
    }
}
