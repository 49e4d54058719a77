package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.handlers.chrome.Exported.Slice;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModuleEventsTest {
    private static final RecordingOptions MODULES = new RecordingOptions(false, false, false, false, true);

    private final TraceBuilder builder = new TraceBuilder().options(MODULES);
    private final TrackBuilder main = builder.thread(1, "main");

    @Test
    void module_always_isAFunctionOfPython() {
        module("net.fc1", "Linear", 0, 100);

        Slice slice = slices().get(0);

        assertThat(slice.category()).isEqualTo("python_function");
        assertThat(slice.name()).isEqualTo("nn.Module: Linear_0");
        assertThat(slice.args()).isEqualTo(Exported.read("""
                        {"Python id": 1, "Python parent id": null, "Python thread": 0, "Ev Idx": 0,
                        "Python module id": 0, "Module path": "net.fc1"}""").root());
    }

    @Test
    void modules_ofOneType_areNumberedByPath() {
        module("net", "Net", 0, 100);
        module("net.fc1", "Linear", 10, 20);
        module("net.fc2", "Linear", 20, 30);
        module("net.fc1", "Linear", 40, 50);
        module("net.x", "", 50, 60);

        assertThat(slices())
                .extracting(Slice::name)
                .containsExactly(
                        "nn.Module: Net_0",
                        "nn.Module: Linear_0",
                        "nn.Module: Linear_1",
                        "nn.Module: Linear_0",
                        "nn.Module: Module_0");
        assertThat(slices())
                .extracting(slice -> slice.args().path("Python module id").intValue())
                .containsExactly(0, 1, 2, 1, 3);
    }

    @Test
    void functionOfPython_inAFileOfTorch_isOneAgainInsideItsModule() {
        module("net", "Net", 0, 100);
        main.add(builder.nameId("torch/nn/functional.py(3835): mse_loss"), 5, 90);

        Slice slice = slices().get(1);

        assertThat(slice.category()).isEqualTo("python_function");
        assertThat(slice.name()).isEqualTo("torch/nn/functional.py(3835): mse_loss");
        assertThat(slice.args().path("Python id").longValue()).isEqualTo(2);
        assertThat(slice.args().path("Python parent id").longValue()).isEqualTo(1);
        assertThat(slice.args().has("External id")).isFalse();
    }

    @Test
    void ids_onSeveralThreads_areUnique() {
        TrackBuilder other = builder.thread(2, "other");
        int name = builder.nameId("net", EventKind.MODULE, "Net");
        main.add(name, 0, 10);
        main.add(name, 20, 10);
        other.add(name, 0, 10);

        assertThat(slices())
                .extracting(
                        slice -> slice.args().path("Python id").longValue(),
                        slice -> slice.args().path("Python thread").intValue())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 0),
                        org.assertj.core.groups.Tuple.tuple(2L, 0),
                        org.assertj.core.groups.Tuple.tuple(3L, 1));
    }

    @Test
    void hierarchy_ofOperations_isThePathOfTheModulesAroundThem() {
        module("net", "Net", 0, 100);
        main.add(builder.nameId("a"), 5, 5);
        module("net.block", "Block", 10, 90);
        main.add(builder.nameId("b"), 20, 60);
        module("attention", "Attention", 30, 70);
        main.add(builder.nameId("c"), 40, 10);
        main.add(builder.nameId("d"), 200, 10);

        assertThat(hierarchies())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("a", "net", "b", "net.block", "c", "net.block.attention", "d", ""));
    }

    @Test
    void hierarchy_withoutTheOption_isLeftOut() {
        builder.options(RecordingOptions.NONE);
        module("net", "Net", 0, 100);
        main.add(builder.nameId("a"), 5, 5);

        assertThat(slices().get(1).args().has("Module Hierarchy")).isFalse();
    }

    @Test
    void names_hostile_areKept() {
        String path = "\"\\\n\u0000;\ud83d\ude00";
        module(path, path, 0, 10);

        assertThat(slices().get(0).name()).isEqualTo("nn.Module: " + path + "_0");
        assertThat(slices().get(0).args().path("Module path").textValue()).isEqualTo(path);
    }

    @Test
    void modules_random_haveTheParentsThatASearchFinds() {
        for (long seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            TraceBuilder any = new TraceBuilder().options(MODULES);
            nest(any, any.thread(1, "main"), random, 0, 100_000, 0);
            Trace trace = any.build();
            List<Slice> slices = Exported.json(trace).slices();
            for (int i = 0; i < slices.size(); i++) {
                TraceEvent event = trace.events().get(i);
                int outer = innermostModule(trace, i);
                if (event.kind() == EventKind.MODULE) {
                    JsonNode parent = slices.get(i).args().path("Python parent id");
                    assertThat(parent.isNull() ? -1 : parent.longValue() - 1).isEqualTo(outer);
                } else {
                    JsonNode path = slices.get(i).args().path("Module Hierarchy");
                    assertThat(path.isMissingNode()).isEqualTo(outer < 0);
                    if (outer >= 0) {
                        assertThat(path.textValue())
                                .isEqualTo(trace.events().get(outer).name());
                    }
                }
            }
        }
    }

    /** The module that began last of those that contain the event; parents come before children. */
    private static int innermostModule(Trace trace, int index) {
        TraceEvent inner = trace.events().get(index);
        for (int i = index - 1; i >= 0; i--) {
            TraceEvent outer = trace.events().get(i);
            if (outer.kind() == EventKind.MODULE
                    && outer.endNanos() >= inner.endNanos()
                    && outer.endNanos() > inner.startNanos()) {
                return i;
            }
        }
        return -1;
    }

    /** Properly nested scopes and modules whose names are paths. */
    private static void nest(TraceBuilder any, TrackBuilder track, Random random, long from, long to, int depth) {
        nest(any, track, random, from, to, depth, "m");
    }

    private static void nest(
            TraceBuilder any, TrackBuilder track, Random random, long from, long to, int depth, String path) {
        long at = from;
        while (depth < 5 && at + 10 < to && random.nextInt(4) > 0) {
            long start = at + 1 + random.nextLong((to - at) / 2);
            long end = start + 1 + random.nextLong(Math.max(1, to - start - 1));
            boolean module = random.nextBoolean();
            String inner = path + "." + random.nextInt(3);
            track.add(
                    module ? any.nameId(inner, EventKind.MODULE, "T" + random.nextInt(2)) : any.nameId("scope"),
                    start,
                    end - start);
            nest(any, track, random, start, end, depth + 1, module ? inner : path);
            at = end;
        }
    }

    private void module(String path, String type, long start, long end) {
        main.add(builder.nameId(path, EventKind.MODULE, type), start, end - start);
    }

    private Map<String, String> hierarchies() {
        Map<String, String> result = new HashMap<>();
        for (Slice slice : slices()) {
            if (!slice.category().equals("python_function")) {
                result.put(slice.name(), slice.args().path("Module Hierarchy").asText());
            }
        }
        return result;
    }

    private List<Slice> slices() {
        return new ArrayList<>(Exported.json(builder.build()).slices());
    }
}
