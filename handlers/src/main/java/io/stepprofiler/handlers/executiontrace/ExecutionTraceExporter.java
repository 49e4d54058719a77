package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.AccountJson;
import io.stepprofiler.handlers.output.JsonFile;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Writes the document. Not a service: {@code .json} by itself is a Chrome trace. */
final class ExecutionTraceExporter implements TraceExporter {
    private static final String SCHEMA = "1.1.1-chakra.0.0.4";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /** Refuses a file whose name does not end as one of this format. */
    static void check(Path file) {
        Path name = file.getFileName();
        if (name == null || new ExecutionTraceExporter().suffixes().stream().noneMatch(name.toString()::endsWith)) {
            throw new IllegalArgumentException("file = " + file + " is not allowed: must end in .json or .json.gz");
        }
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(".json", ".json.gz");
    }

    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        JsonFile.write(fileName, out, json -> write(trace, json, meter));
    }

    private static void write(Trace trace, JsonGenerator json, ExportMeter meter) throws IOException {
        json.writeStartObject();
        json.writeStringField("schema", SCHEMA);
        json.writeNumberField("pid", trace.process().pid());
        json.writeStringField("time", localTime(trace.start()));
        json.writeNumberField("start_ts", millis(trace.start()));
        json.writeArrayFieldStart("nodes");
        Nodes nodes = new Nodes(trace, json, meter);
        nodes.write();
        json.writeEndArray();
        json.writeNumberField("finish_ts", millis(trace.end()));
        AccountJson.write(trace, Map.of("waitsLeftOut", nodes.leftOut()), json);
        json.writeEndObject();
    }

    private static String localTime(ClockAnchor instant) {
        return TIME.format(Instant.ofEpochSecond(0, instant.epochNanos()).atZone(ZoneId.systemDefault()));
    }

    private static long millis(ClockAnchor instant) {
        return TimeUnit.NANOSECONDS.toMillis(instant.monotonicNanos());
    }
}
