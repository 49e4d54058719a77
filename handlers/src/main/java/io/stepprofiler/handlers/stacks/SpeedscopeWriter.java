package io.stepprofiler.handlers.stacks;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.AccountJson;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Writes one trace as speedscope's document; the frames come last, when it is known which ones there are. */
final class SpeedscopeWriter {
    private static final String NANOSECONDS = "nanoseconds";

    private final Trace trace;
    private final JsonGenerator json;
    private final FrameTable frames;
    private final EventedProfile evented;
    private final NameKinds kinds;
    private final ExportMeter meter;
    private final long origin;
    private long unfinishedNotInCalls;
    private long unnestedLeftOut;

    SpeedscopeWriter(Trace trace, JsonGenerator json, ExportMeter meter) {
        this.trace = trace;
        this.json = json;
        frames = new FrameTable(trace);
        origin = trace.tracks().stream()
                .filter(track -> track.size() > 0)
                .mapToLong(track -> track.startNanos(0))
                .reduce(trace.start().monotonicNanos(), Math::min);
        kinds = new NameKinds(trace);
        evented = new EventedProfile(kinds, frames, json, origin, meter);
        this.meter = meter;
    }

    void write(String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
        json.writeStringField("exporter", "step-profiler");
        json.writeStringField("name", SafeText.of(name));
        writeProfiles();
        writeFrames();
        Map<String, Long> changes = new LinkedHashMap<>();
        changes.put("eventsCut", evented.cut());
        changes.put("nanosecondsCut", evented.cutNanos());
        changes.put("unfinishedNotInCalls", unfinishedNotInCalls);
        changes.put("markersTasksFramesLeftOut", unnestedLeftOut);
        AccountJson.write(trace, changes, json);
        json.writeEndObject();
    }

    private void writeProfiles() throws IOException {
        json.writeArrayFieldStart("profiles");
        boolean any = false;
        for (Track track : trace.tracks()) {
            long unnested = countUnnested(track);
            unnestedLeftOut += unnested;
            meter.add(unnested);
            long async = IntStream.range(0, track.size()).filter(track::isAsync).count() - unnested;
            if (async + unnested < track.size()) {
                writeEvented(track, track.name(), false);
                any = true;
            }
            if (async > 0) {
                writeEvented(track, track.name() + " (async)", true);
                any = true;
            }
            if (track.hasStacks()) {
                writeSampled(track);
            }
        }
        any |= writeSamples("samples", NANOSECONDS, StackMetric.SAMPLED_TIME);
        any |= writeSamples("CPU samples", NANOSECONDS, StackMetric.SAMPLED_CPU_TIME);
        any |= writeSamples("Java allocation", "bytes", StackMetric.SAMPLED_ALLOCATED_BYTES);
        if (!any) {
            // Speedscope opens no file without a profile.
            writeSampled("no events", NANOSECONDS, new StackTree());
        }
        json.writeEndArray();
    }

    private long countUnnested(Track track) {
        return kinds.hasUnnested()
                ? IntStream.range(0, track.size())
                        .filter(event -> kinds.isUnnested(track.nameId(event)))
                        .count()
                : 0;
    }

    /** Tells whether there were any. */
    private boolean writeSamples(String what, String unit, StackMetric metric) throws IOException {
        if (trace.samples().kinds().stream().noneMatch(metric::counts)) {
            return false;
        }
        new SampledProfiles(trace, frames, metric)
                .forEach((track, tree) -> writeSampled(track + " (" + what + ")", unit, tree));
        return true;
    }

    private void writeEvented(Track track, String name, boolean async) throws IOException {
        startProfile("evented", name, NANOSECONDS);
        json.writeFieldName("events");
        evented.write(track, async);
        endProfile(Math.max(evented.last(), trace.end().monotonicNanos()) - origin);
    }

    private void writeSampled(Track track) throws IOException {
        unfinishedNotInCalls +=
                IntStream.range(0, track.size()).filter(track::isUnfinished).count();
        StackTree tree = new StackTree();
        StackFrames.CALLS.values(trace, frames, tree).addSelfTimes(track);
        writeSampled(track.name() + " (calls)", NANOSECONDS, tree);
    }

    private void writeSampled(String name, String unit, StackTree tree) throws IOException {
        int[] stacks = IntStream.range(0, tree.size())
                .filter(node -> tree.value(node) > 0)
                .toArray();
        startProfile("sampled", name, unit);
        json.writeArrayFieldStart("samples");
        for (int stack : stacks) {
            int[] path = tree.path(stack);
            json.writeArray(path, 0, path.length);
        }
        json.writeEndArray();
        json.writeFieldName("weights");
        long[] weights = IntStream.of(stacks).mapToLong(tree::value).toArray();
        json.writeArray(weights, 0, weights.length);
        endProfile(IntStream.of(stacks).mapToLong(tree::value).sum());
    }

    private void startProfile(String type, String name, String unit) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", type);
        json.writeStringField("name", SafeText.of(name));
        json.writeStringField("unit", unit);
        json.writeNumberField("startValue", 0);
    }

    private void endProfile(long endValue) throws IOException {
        json.writeNumberField("endValue", endValue);
        json.writeEndObject();
    }

    private void writeFrames() throws IOException {
        json.writeObjectFieldStart("shared");
        json.writeArrayFieldStart("frames");
        for (FrameTable.Frame frame : frames.all()) {
            json.writeStartObject();
            json.writeStringField("name", SafeText.of(frame.name()));
            if (!frame.file().isEmpty()) {
                json.writeStringField("file", SafeText.of(frame.file()));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
