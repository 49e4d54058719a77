package io.stepprofiler.handlers.startup;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.compile.CompileTime;
import io.stepprofiler.analysis.startup.Phase;
import io.stepprofiler.analysis.startup.RecordedPhase;
import io.stepprofiler.analysis.startup.TimeToFirstStep;
import io.stepprofiler.handlers.output.JsonFile;
import io.stepprofiler.handlers.output.SafeText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** The time to the first step as a JSON document; times in nanoseconds, without those that are not known. */
final class StartupJson {
    private StartupJson() {}

    static void write(TimeToFirstStep startup, String fileName, OutputStream out) throws IOException {
        JsonFile.write(fileName, out, json -> {
            json.writeStartObject();
            json.writeNumberField("time_to_first_step_ns", startup.nanos());
            known(json, "steady_step_ns", startup.steadyNanos());
            phases(json, "phases", startup.phases());
            phases(json, "later_steps", startup.steps());
            json.writeArrayFieldStart("recorded");
            for (RecordedPhase phase : startup.recorded()) {
                recorded(json, phase);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("not_known");
            for (String what : startup.missing()) {
                json.writeString(SafeText.of(what));
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void phases(JsonGenerator json, String field, List<Phase> phases) throws IOException {
        json.writeArrayFieldStart(field);
        for (Phase phase : phases) {
            json.writeStartObject();
            json.writeStringField("name", SafeText.of(phase.name()));
            known(json, "step", phase.step());
            json.writeNumberField("time_ns", phase.nanos());
            json.writeNumberField("profiler_ns", phase.profilerNanos());
            known(json, "classes", phase.classes());
            known(json, "class_loading_ns", phase.loadingNanos());
            known(json, "class_initialization_ns", phase.initializingNanos());
            known(json, "gc_ns", phase.collectingNanos());
            known(json, "jit_beside_ns", phase.compilingNanos());
            known(json, "cpu_ns", phase.cpuNanos());
            json.writeArrayFieldStart("libraries");
            for (String library : phase.libraries()) {
                json.writeString(SafeText.of(library));
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void recorded(JsonGenerator json, RecordedPhase recorded) throws IOException {
        CompileTime time = recorded.time();
        json.writeStartObject();
        json.writeStringField("name", SafeText.of(recorded.phase().name()));
        json.writeNumberField("time_ns", recorded.phase().nanos());
        json.writeNumberField("graph_building_ns", time.graphBuildingNanos());
        json.writeNumberField("class_loading_ns", time.classLoadingNanos());
        json.writeNumberField("library_loading_ns", time.linkingNanos());
        json.writeNumberField("other_ns", recorded.otherNanos());
        json.writeNumberField("jit_beside_ns", time.jitNanos());
        json.writeObjectFieldStart("jit_beside_by_compiler_ns");
        for (Map.Entry<String, Long> compiler : recorded.compilers().entrySet()) {
            json.writeNumberField(SafeText.of(compiler.getKey()), compiler.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void known(JsonGenerator json, String field, long value) throws IOException {
        if (value >= 0) {
            json.writeNumberField(field, value);
        }
    }
}
