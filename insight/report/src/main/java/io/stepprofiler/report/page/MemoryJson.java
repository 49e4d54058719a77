package io.stepprofiler.report.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.memory.CategoryNumber;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import io.stepprofiler.analysis.memory.MemoryChart;
import io.stepprofiler.analysis.memory.MemoryMoment;
import io.stepprofiler.analysis.memory.MemoryPeak;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes a timeline of memory as JSON; times are nanoseconds since the start of the trace. */
final class MemoryJson {
    private static final int MAX_STEPS = 2000;
    private static final int MAX_FAILURES = 200;
    private static final int MAX_LEAKS = 50;
    private static final JsonFactory FACTORY = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private final MemoryTimeline timeline;
    private final Trace trace;

    MemoryJson(MemoryTimeline timeline) {
        this.timeline = timeline;
        trace = timeline.trace();
    }

    /** Writes the timeline, containing the timelines of other devices and the number of devices left out. */
    void write(List<MemoryTimeline> others, int leftOut, OutputStream out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            fields(json);
            json.writeArrayFieldStart("others");
            for (MemoryTimeline other : others) {
                json.writeStartObject();
                new MemoryJson(other).fields(json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("othersLeftOut", leftOut);
            json.writeEndObject();
        }
    }

    private void fields(JsonGenerator json) throws IOException {
        json.writeStringField("device", timeline.device().toString());
        json.writeStringField("account", timeline.account().summary());
        json.writeBooleanField("clean", timeline.account().isClean());
        chart(json);
        peak(json);
        leaks(json);
    }

    private long sinceStart(long nanos) {
        return nanos - trace.start().monotonicNanos();
    }

    private void chart(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("categories");
        for (MemoryCategory category : CategoryNumber.all()) {
            json.writeString(category.label());
        }
        json.writeEndArray();
        MemoryChart chart = timeline.chart();
        json.writeNumberField("moments", chart.moments());
        json.writeArrayFieldStart("points");
        for (MemoryMoment point : chart.points()) {
            json.writeStartArray();
            json.writeNumber(sinceStart(point.nanos()));
            writeBytes(json, point);
            json.writeEndArray();
        }
        json.writeEndArray();
        steps(json, new StepMemory(timeline, chart.moments()));
        failures(json);
    }

    private static void writeBytes(JsonGenerator json, MemoryMoment moment) throws IOException {
        for (int category = 0; category < CategoryNumber.COUNT; category++) {
            json.writeNumber(moment.bytes(category));
        }
    }

    /** Writes for each step its number, start, end, maximum bytes and bytes at its end. */
    private void steps(JsonGenerator json, StepMemory memory) throws IOException {
        List<StepMark> steps = trace.steps();
        json.writeNumberField("stepsLeftOut", Math.max(steps.size() - MAX_STEPS, 0));
        json.writeArrayFieldStart("steps");
        for (StepMark step : steps.subList(0, Math.min(steps.size(), MAX_STEPS))) {
            json.writeStartArray();
            json.writeNumber(step.number());
            json.writeNumber(sinceStart(step.startNanos()));
            long end = step.startNanos() + step.durationNanos();
            json.writeNumber(sinceStart(end));
            json.writeNumber(memory.most(step.startNanos(), end));
            json.writeNumber(memory.before(end));
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private void failures(JsonGenerator json) throws IOException {
        MemoryEvents events = trace.memory();
        int count = 0;
        json.writeArrayFieldStart("outOfMemory");
        for (int e = 0; e < events.size(); e++) {
            if (events.action(e) == MemoryAction.OUT_OF_MEMORY
                    && events.device(e).equals(timeline.device())
                    && count++ < MAX_FAILURES) {
                json.writeStartArray();
                json.writeNumber(sinceStart(events.nanos(e)));
                json.writeNumber(events.bytes(e));
                json.writeEndArray();
            }
        }
        json.writeEndArray();
        json.writeNumberField("outOfMemoryCount", count);
    }

    private void peak(JsonGenerator json) throws IOException {
        MemoryPeak view = timeline.peak();
        json.writeObjectFieldStart("peak");
        json.writeNumberField("nanos", sinceStart(timeline.peakNanos()));
        json.writeNumberField("bytes", timeline.peakBytes());
        json.writeArrayFieldStart("byCategory");
        writeBytes(json, view.moment());
        json.writeEndArray();
        json.writeNumberField("scopesLeftOut", view.scopesLeftOut());
        json.writeArrayFieldStart("scopes");
        for (MemoryPeak.OpenScope scope : view.scopes()) {
            json.writeStartObject();
            json.writeStringField("thread", scope.thread());
            json.writeNumberField("depth", scope.depth());
            json.writeStringField("name", scope.name());
            json.writeNumberField("start", sinceStart(scope.startNanos()));
            json.writeNumberField("bytes", scope.bytes());
            json.writeNumberField("count", scope.count());
            json.writeEndObject();
        }
        json.writeEndArray();
        largest(json, view);
        json.writeEndObject();
    }

    private void largest(JsonGenerator json, MemoryPeak view) throws IOException {
        json.writeArrayFieldStart("largest");
        for (MemoryPeak.Live live : view.largest()) {
            json.writeStartObject();
            json.writeNumberField("bytes", live.bytes());
            json.writeStringField("category", live.category().label());
            json.writeBooleanField("before", live.isPreexisting());
            json.writeNumberField("step", live.step());
            json.writeStringField("path", live.path());
            json.writeStringField("stackTop", live.stackTop());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void leaks(JsonGenerator json) throws IOException {
        LeakReport report = timeline.leaks();
        List<RetainedMemory> retained = report.retained();
        json.writeObjectFieldStart("leaks");
        json.writeNumberField("bytes", report.bytes());
        json.writeNumberField("stepsOver", report.stepsOver());
        json.writeNumberField("leftOut", Math.max(retained.size() - MAX_LEAKS, 0));
        json.writeArrayFieldStart("places");
        for (RetainedMemory memory : retained.subList(0, Math.min(retained.size(), MAX_LEAKS))) {
            json.writeStartObject();
            json.writeStringField("retention", memory.retention().label());
            json.writeNumberField("bytesPerStep", memory.bytesPerStep());
            json.writeNumberField("bytes", memory.bytes());
            json.writeNumberField("count", memory.count());
            json.writeNumberField("firstStep", memory.firstStep());
            json.writeNumberField("lastStep", memory.lastStep());
            json.writeStringField("device", memory.device().toString());
            json.writeStringField("path", memory.path());
            json.writeStringField("stackTop", memory.stackTop());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
