package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.TraceSink;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourceAttributesTest {
    private static final Device DEVICE = Device.cuda(0);
    private static final int MIN_BYTES = 1 << 16;

    private static Trace collected(Consumer<ActivitySink> collecting) {
        return collected(builder -> builder, collecting);
    }

    private static Trace collected(UnaryOperator<ProfileBuilder> options, Consumer<ActivitySink> collecting) {
        return Recorded.trace(
                builder -> options.apply(builder.source(ScriptedSource.collecting(collecting))), () -> {});
    }

    private static Track only(Trace trace) {
        return trace.tracks().stream()
                .filter(track -> !track.isThread())
                .findFirst()
                .orElseThrow();
    }

    private static void kernel(ActivitySink sink, long startNanos, Attributes attributes) {
        sink.span(new SpanReport()
                .onStream(DEVICE, 7)
                .named("gemm", startNanos, 10)
                .kind(EventKind.KERNEL)
                .correlation(startNanos)
                .attributes(attributes));
    }

    @Test
    void deviceSpan_withAttributesOfAllTypes_hasThemAsArguments() {
        Trace trace = collected(sink -> kernel(
                sink,
                5,
                new Attributes()
                        .put("registers", 64)
                        .put("occupancy", 0.5)
                        .put("graph", true)
                        .put("context", "first")));

        assertThat(only(trace).arguments(0))
                .containsExactly(
                        entry("registers", 64L),
                        entry("occupancy", 0.5),
                        entry("graph", true),
                        entry("context", "first"));
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void span_withAttributes_hasThemAsArguments() {
        Trace trace = collected(sink -> sink.span(new SpanReport()
                .onLane("lane")
                .named("copy", 1, 1)
                .attributes(new Attributes().put("bytes", 1L << 40))));

        assertThat(only(trace).arguments(0)).containsExactly(entry("bytes", 1L << 40));
    }

    @Test
    void attributes_usedAgain_belongToEachSpanAsTheyWere() {
        Trace trace = collected(sink -> {
            Attributes attributes = new Attributes();
            for (int i = 9; i >= 0; i--) {
                kernel(sink, i, attributes.clear().put("grid", i).put("stream", "s" + i % 2));
            }
        });

        Track track = only(trace);
        assertThat(IntStream.range(0, track.size()).mapToObj(track::arguments))
                .containsExactlyElementsOf(IntStream.range(0, 10)
                        .mapToObj(i -> Map.<String, Object>of("grid", (long) i, "stream", "s" + i % 2))
                        .toList());
    }

    @Test
    void attributes_manyMoreThanUsual_areAllKept() {
        Attributes attributes = new Attributes();
        IntStream.range(0, 100).forEach(i -> attributes.put("key " + i, i));

        assertThat(only(collected(sink -> kernel(sink, 1, attributes))).arguments(0))
                .hasSize(100)
                .containsEntry("key 99", 99L);
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void put_nullText_putsNothing() {
        assertThat(new Attributes().put("key", (String) null).size()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void attribute_withoutOrWithLongName_isKeptUnderOneThatFilesCanHold() {
        String longest = "x".repeat(Label.MAX_LENGTH);
        Trace trace = collected(sink -> kernel(
                sink, 1, new Attributes().put(null, 1).put(longest + "y", 2).put("empty", "")));

        assertThat(only(trace).arguments(0))
                .containsExactly(entry("(unnamed)", 1L), entry(longest + "…", 2L), entry("empty", ""));
        assertThat(trace.account().anomalies())
                .containsOnly(entry(Anomaly.UNNAMED, 1L), entry(Anomaly.TEXT_TRUNCATED, 1L));
    }

    @Test
    void attributes_beyondTheBytesOfTheWindow_areLeftOutAndCountedAndTheirSpansKept() {
        int spans = 10_000;
        Trace trace = collected(builder -> builder.limits(limits -> limits.withMaxBufferBytes(MIN_BYTES)), sink -> {
            Attributes attributes = new Attributes().put("a", 1).put("b", 2);
            IntStream.range(0, spans).forEach(i -> kernel(sink, i, attributes));
        });

        Track track = only(trace);
        long kept = IntStream.range(0, spans)
                .mapToLong(i -> track.arguments(i).size())
                .sum();
        assertThat(track.size()).isEqualTo(spans);
        assertThat(kept).isBetween(1L, (long) MIN_BYTES / AttributeWriter.BYTES_PER_ATTRIBUTE);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.ARGUMENT_DROPPED, 2L * spans - kept));
    }

    @Test
    void texts_beyondTheBytesOfTheWindow_areLeftOutAndCounted() {
        int spans = 1000;
        Trace trace = collected(
                builder -> builder.limits(limits -> limits.withMaxBufferBytes(MIN_BYTES)),
                sink -> IntStream.range(0, spans)
                        .forEach(i -> kernel(sink, i, new Attributes().put("text", "t".repeat(500) + i))));

        Track track = only(trace);
        long kept = IntStream.range(0, spans)
                .mapToLong(i -> track.arguments(i).size())
                .sum();
        assertThat(kept).isBetween(1L, 65L);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.ARGUMENT_DROPPED, spans - kept));
    }

    @Test
    void texts_beyondTheMostDistinctOnes_areLeftOutAndCountedAndKnownOnesKept() {
        TraceBuilder trace = new TraceBuilder();
        Budget budget = new Budget(1, Long.MAX_VALUE);
        TraceSink sink = new TraceSink(trace, new AttributeWriter(trace, budget, 3), trace::metadata);
        kernel(sink, 1, new Attributes().put("key", "one").put("key 2", "two"));
        kernel(sink, 2, new Attributes().put("key", "three").put("key 2", "one"));
        kernel(sink, 3, new Attributes().put("key 3", 1));
        Trace built = trace.build();

        Track track = only(built);
        assertThat(track.arguments(0)).containsExactly(entry("key", "one"));
        assertThat(track.arguments(1)).containsExactly(entry("key 2", "one"));
        assertThat(track.arguments(2)).isEmpty();
        assertThat(built.account().anomalies()).containsExactly(entry(Anomaly.ARGUMENT_DROPPED, 3L));
    }

    @Test
    void attributes_ofTwoSourcesOfAWindow_shareItsBytes() {
        Consumer<ActivitySink> one = sink -> {
            Attributes attributes = new Attributes().put("a", 1);
            IntStream.range(0, 2000).forEach(i -> kernel(sink, i, attributes));
        };
        Trace trace = collected(
                builder -> builder.limits(limits -> limits.withMaxBufferBytes(MIN_BYTES))
                        .source(ScriptedSource.collecting(one)),
                one);

        Track track = only(trace);
        long kept = IntStream.range(0, track.size())
                .mapToLong(i -> track.arguments(i).size())
                .sum();
        assertThat(kept).isLessThanOrEqualTo(MIN_BYTES / AttributeWriter.BYTES_PER_ATTRIBUTE);
        assertThat(trace.account().anomalies()).containsExactly(entry(Anomaly.ARGUMENT_DROPPED, 4000 - kept));
    }
}
