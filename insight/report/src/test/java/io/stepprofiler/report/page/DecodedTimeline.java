package io.stepprofiler.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a block of the timeline as its comment says it is, independently of the page, and as simply as can be. */
final class DecodedTimeline {
    /** A span in nanoseconds from the beginning of the window; a value is the number of a label, or of a step. */
    record Span(long start, long end, int value) {}

    record Row(String track, String kind, boolean isNested, List<Span> spans) {}

    record Sample(long nanos, double value) {}

    final JsonNode header;
    final List<Row> rows = new ArrayList<>();
    final List<List<Sample>> counters = new ArrayList<>();
    final byte[] bytes;
    private int position;

    private DecodedTimeline(byte[] bytes) throws IOException {
        this.bytes = bytes;
        int length = (int) number();
        header = new ObjectMapper().readTree(new String(bytes, position, length, StandardCharsets.UTF_8));
        position += length;
        List<long[][]> times = new ArrayList<>();
        for (JsonNode track : header.get("tracks")) {
            for (JsonNode size : track.get("rows")) {
                times.add(new long[][] {numbers(size.asInt()), numbers(size.asInt())});
            }
        }
        for (JsonNode track : header.get("tracks")) {
            for (int i = 0; i < track.get("rows").size(); i++) {
                boolean isNested = rows.stream()
                                .filter(row -> row.track.equals(text(track.get("title"))))
                                .count()
                        < track.get("nested").asInt();
                rows.add(new Row(
                        text(track.get("title")), track.get("kind").asText(), isNested, spans(times.get(rows.size()))));
            }
        }
        for (JsonNode counter : header.get("counters")) {
            counters.add(samples(counter));
        }
        if (position != bytes.length) {
            throw new IOException("bytes are left");
        }
    }

    static DecodedTimeline of(Trace trace, int mostEvents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TimelineBlock(mostEvents).write(new WindowAnalysis(trace), out);
        return new DecodedTimeline(out.toByteArray());
    }

    String text(JsonNode number) {
        return header.get("texts").get(number.asInt()).asText();
    }

    /** What a label is: name, kind, meaning, whether it is unfinished, details, then frames. */
    JsonNode label(int number) {
        return header.get("labels").get(number);
    }

    String name(Span span) {
        return text(label(span.value).get(0));
    }

    long unit() {
        return header.get("unit").asLong();
    }

    long missing(String what) {
        return header.get("missing").get(what).asLong();
    }

    private long[] numbers(int size) {
        long[] numbers = new long[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = number();
        }
        return numbers;
    }

    /** Of gaps and durations. */
    private List<Span> spans(long[][] times) {
        List<Span> spans = new ArrayList<>();
        long end = 0;
        for (int i = 0; i < times[0].length; i++) {
            long start = end + times[0][i];
            end = start + times[1][i];
            spans.add(new Span(nanos(start), nanos(end), (int) number()));
        }
        return spans;
    }

    private List<Sample> samples(JsonNode counter) {
        int size = counter.get("size").asInt();
        long[] times = new long[size];
        long time = 0;
        for (int i = 0; i < size; i++) {
            time += number();
            times[i] = nanos(time);
        }
        List<Sample> samples = new ArrayList<>();
        long steps = 0;
        for (int i = 0; i < size; i++) {
            long written = number();
            steps += (written >>> 1) ^ -(written & 1);
            double value = counter.get("base").asDouble()
                    + (steps - 1) * counter.get("step").asDouble();
            samples.add(new Sample(times[i], steps == 0 ? Double.NaN : value));
        }
        return samples;
    }

    private long nanos(long units) {
        return header.get("origin").asLong() + units * unit();
    }

    private long number() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[position++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
