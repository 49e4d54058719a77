package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.handlers.output.AccountJson;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Head of a file: the trace as a whole. */
final class HeadWriter {
    private static final UserMetadata USER_METADATA =
            new UserMetadata(System.getLogger(ChromeTraceExporter.class.getName()));
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Trace trace;
    private final TimeBase base;
    private final RowLayout layout;

    HeadWriter(Trace trace, TimeBase base, RowLayout layout) {
        this.trace = trace;
        this.base = base;
        this.layout = layout;
    }

    /** The document up to and including the bracket before the first event. */
    String json() throws IOException {
        StringWriter text = new StringWriter();
        // Not closed, because that would close the object, which continues.
        JsonGenerator json = FACTORY.createGenerator(text).setPrettyPrinter(layOut());
        json.writeStartObject();
        json.writeNumberField("schemaVersion", 1);
        json.writeFieldName(DeviceMetadata.KEY);
        DeviceMetadata.write(trace.metadata(), json);
        json.writeStringField("trace_id", trace.id());
        writeOptions(trace.options(), json);
        writeDistributedInfo(trace.distributedInfo(), json);
        USER_METADATA.write(DeviceMetadata.without(trace.metadata()), json);
        json.writeStringField("host_name", trace.process().host());
        writeAccount(json);
        json.writeStringField("displayTimeUnit", "ms");
        json.writeNumberField("baseTimeNanoseconds", base.epochNanos());
        json.writeArrayFieldStart("traceEvents");
        json.flush();
        // Perfetto takes the delete character, which JSON allows, for an error; it occurs in strings only.
        return text.toString().replace("\u007f", "\\u007f");
    }

    /** HTA finds the rank by a pattern that expects a space after the colon; line breaks are for human readers. */
    private static DefaultPrettyPrinter layOut() {
        return new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(new DefaultIndenter("  ", "\n"));
    }

    /** Writes only the options that are on, as torch does. */
    private static void writeOptions(RecordingOptions options, JsonGenerator json) throws IOException {
        writeOption("record_shapes", options.recordShapes(), json);
        writeOption("profile_memory", options.profileMemory(), json);
        writeOption("with_stack", options.withStack(), json);
        writeOption("with_flops", options.withFlops(), json);
        writeOption("with_modules", options.withModules(), json);
    }

    private static void writeOption(String name, boolean on, JsonGenerator json) throws IOException {
        if (on) {
            json.writeNumberField(name, 1);
        }
    }

    private static void writeDistributedInfo(Optional<DistributedInfo> known, JsonGenerator json) throws IOException {
        if (known.isPresent()) {
            DistributedInfo info = known.get();
            json.writeObjectFieldStart("distributedInfo");
            json.writeStringField("backend", info.backend());
            json.writeNumberField("rank", info.rank());
            if (info.hasWorldSize()) {
                json.writeNumberField("world_size", info.worldSize());
            }
            if (!info.host().isEmpty()) {
                json.writeStringField("host", info.host());
            }
            writeGroups(info.groups(), json);
            if (!info.ncclVersion().isEmpty()) {
                json.writeStringField("nccl_version", info.ncclVersion());
            }
            json.writeEndObject();
        }
    }

    private static void writeGroups(List<ProcessGroup> groups, JsonGenerator json) throws IOException {
        json.writeNumberField("pg_count", groups.size());
        json.writeArrayFieldStart("pg_config");
        for (ProcessGroup group : groups) {
            json.writeStartObject();
            json.writeStringField("pg_name", group.name());
            json.writeStringField("pg_desc", group.description());
            json.writeStringField("backend_config", group.backend());
            json.writeNumberField("pg_size", group.ranks().size());
            json.writeArrayFieldStart("ranks");
            for (int rank : group.ranks()) {
                json.writeNumber(rank);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeAccount(JsonGenerator json) throws IOException {
        Map<String, Long> ofTheFormat = new LinkedHashMap<>();
        ofTheFormat.put("steps", (long) trace.steps().size());
        ofTheFormat.put("counterSamplesNotDrawable", notDrawable());
        ofTheFormat.put("durationsShortened", (long) layout.shortenedCount());
        ofTheFormat.put("durationsLeftOut", layout.pointCount());
        ofTheFormat.putAll(layout.lanes().counts());
        json.writeObjectFieldStart("stepProfiler");
        AccountJson.writeMembers(trace, ofTheFormat, json);
        json.writeEndObject();
    }

    /** Number of samples of counters that are not finite: viewers cannot draw them, and JSON cannot represent them. */
    private long notDrawable() {
        long count = 0;
        for (CounterTrack counter : trace.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                count += Double.isFinite(counter.value(i)) ? 0 : 1;
            }
        }
        return count;
    }
}
