package io.stepprofiler.handlers.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/** The account of losses in a file: the member {@code stepProfiler} of its outermost object. */
public final class AccountJson {
    private AccountJson() {}

    /**
     * Writes the member.
     *
     * @param trace the trace
     * @param ofTheFormat counts that concern this format, by name, such as items that the file leaves out or changes
     * @param json a generator inside an object
     * @throws IOException if the generator fails
     */
    public static void write(Trace trace, Map<String, Long> ofTheFormat, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("stepProfiler");
        json.writeStringField("trace_id", SafeText.of(trace.id()));
        writeMembers(trace, ofTheFormat, json);
        json.writeEndObject();
    }

    /**
     * Writes the content of the member, for files that have the trace's id elsewhere.
     *
     * @param trace the trace
     * @param ofTheFormat counts that concern this format, by name, such as items that the file leaves out or changes
     * @param json a generator inside that object
     * @throws IOException if the generator fails
     */
    public static void writeMembers(Trace trace, Map<String, Long> ofTheFormat, JsonGenerator json) throws IOException {
        LossAccount account = trace.account();
        json.writeNumberField("begun", account.begun());
        json.writeNumberField("written", account.written());
        writeCounts("dropped", account.dropped(), cause -> cause.label(), json);
        writeCounts("unfinished", account.unfinished(), cause -> cause.label(), json);
        writeCounts("anomalies", account.anomalies(), anomaly -> anomaly.label(), json);
        json.writeBooleanField("partial", trace.isPartial());
        for (Map.Entry<String, Long> entry : ofTheFormat.entrySet()) {
            json.writeNumberField(entry.getKey(), entry.getValue());
        }
    }

    private static <K> void writeCounts(String name, Map<K, Long> counts, Function<K, String> label, JsonGenerator json)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<K, Long> entry : counts.entrySet()) {
            json.writeNumberField(label.apply(entry.getKey()), entry.getValue());
        }
        json.writeEndObject();
    }
}
