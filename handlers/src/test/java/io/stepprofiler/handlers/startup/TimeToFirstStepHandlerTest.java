package io.stepprofiler.handlers.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeToFirstStepHandlerTest {
    @TempDir
    Path dir;

    private static Trace trace(String... phases) {
        List<StartupPhase> all = new ArrayList<>();
        long end = 0;
        for (String name : phases) {
            long step = name.startsWith("step ") ? Long.parseLong(name.substring(5)) : -1;
            all.add(new StartupPhase(
                    name, step, end, end + 1000, 10L * (all.size() + 1), -1, 5, 6, 7, 8, 0, List.of("lib" + name)));
            end += 1000;
        }
        TraceBuilder trace = new TraceBuilder();
        trace.thread(1, "main");
        trace.step(new StepMark(0, 1000, 1000, 1, false));
        trace.window(new ClockAnchor(1000, 0), new ClockAnchor(2000, 0));
        return trace.metadata(StartupPhase.METADATA_KEY, new MetadataValue(StartupPhase.toText(all), false))
                .build();
    }

    @Test
    void printing_severalWindows_isDoneOnce() throws IOException {
        List<String> told = new ArrayList<>();
        TimeToFirstStepHandler handler = TimeToFirstStepHandler.printing(told::add);
        handler.onTraceReady(new TraceBuilder().build());
        handler.onTraceReady(trace("program"));
        handler.onTraceReady(trace("program", "step 0", "step 1"));
        handler.onTraceReady(trace("program", "step 0", "step 1", "step 2"));
        assertThat(told).singleElement().asString().startsWith("Time to the first step: ");
    }

    @Test
    void json_ofAStart_hasWhatIsKnown() throws IOException {
        Path file = dir.resolve("new").resolve("startup.json");
        TimeToFirstStepHandler handler = TimeToFirstStepHandler.json(file);
        handler.onStart(CaptureOptions.ALL);
        handler.onTraceReady(trace("program", "step 0", "step 1"));
        JsonNode json = new ObjectMapper().readTree(Files.readAllBytes(file));
        assertThat(json.get("time_to_first_step_ns").asLong()).isEqualTo(2000);
        assertThat(json.get("steady_step_ns").asLong()).isEqualTo(1000);
        assertThat(json.at("/phases/1/name").asText()).isEqualTo("step 0");
        assertThat(json.at("/phases/1/classes").asLong()).isEqualTo(10);
        assertThat(json.at("/phases/1").has("class_loading_ns")).isFalse();
        assertThat(json.at("/phases/1/libraries/0").asText()).isEqualTo("libstep_0");
        assertThat(json.get("later_steps")).hasSize(1);
        assertThat(json.at("/recorded/0/name").asText()).isEqualTo("step 0");
        assertThat(json.at("/recorded/0/other_ns").asLong()).isEqualTo(1000);
        assertThat(json.get("not_known")).hasSize(1);
    }

    @Test
    void json_whereNothingCanBeWritten_failsAtTheStart() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "").resolve("startup.json");
        assertThatThrownBy(() -> TimeToFirstStepHandler.json(file).onStart(CaptureOptions.ALL))
                .isInstanceOf(UncheckedIOException.class);
    }
}
