package io.stepprofiler.handlers.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.trace.MemoryEvent;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelinePageTest {
    private static final String DATA_BEGINS = "<script type=\"application/json\" id=\"data\">";
    private static final String SCRIPT_ENDS = "</script>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</script><script>alert(1)</script>",
                "<!-- <script>",
                "\"quoted\" 'too' \\ back",
                "/*SCRIPT*/ /*DATA*/ /*STYLE*/ $1",
                "línea 内存 \u2028 \uD83D\uDE00",
                "tab\tline\nnul\0"
            })
    void page_hostileNames_stayInTheData(String name) throws IOException {
        TracedProgram program = new TracedProgram();
        program.scope(name, () -> program.allocate(100));
        program.step();

        String page = page(program.trace());

        assertThat(data(page).at("/peak/scopes/1/name").asText()).isEqualTo(name);
        assertThat(data(page).at("/peak/largest/0/path").asText()).isEqualTo(name);
        assertThat(data(page).at("/leaks/places/0/path").asText()).isEqualTo(name);
        assertThat(count(page, "<script")).isEqualTo(2);
        assertThat(count(page, SCRIPT_ENDS)).isEqualTo(2);
    }

    @Test
    void page_anyTrace_asksNobodyForAnything() throws IOException {
        String page = page(LinearTraining.of(3));

        assertThat(page)
                .contains("default-src 'none'")
                .doesNotContain("http://", "https://", " src=", "@import", "url(", "fetch(", "innerHTML");
    }

    @Test
    void page_linearTraining_hasStepsPeakAndPoints() throws IOException {
        MemoryTimeline timeline = MemoryTimeline.of(LinearTraining.of(3));

        JsonNode data = data(page(timeline.trace()));

        assertThat(data.get("device").asText()).isEqualTo("cpu");
        assertThat(data.get("trace").asText()).isEqualTo(timeline.trace().id());
        assertThat(data.get("steps")).hasSize(3);
        assertThat(data.at("/peak/bytes").asLong()).isEqualTo(timeline.peakBytes());
        assertThat(data.at("/peak/nanos").asLong()).isEqualTo(timeline.peakNanos());
        assertThat(StreamSupport.stream(data.get("points").spliterator(), false)
                        .mapToLong(point -> StreamSupport.stream(point.spliterator(), false)
                                .skip(1)
                                .mapToLong(JsonNode::asLong)
                                .sum())
                        .max())
                .hasValue(timeline.peakBytes());
        assertThat(data.get("memoryAccount").asText())
                .isEqualTo(timeline.account().summary());
    }

    @Test
    void page_scopesOpenAtThePeak_tellWhatWasAllocatedInside() throws IOException {
        TracedProgram program = new TracedProgram();
        program.allocate(1);
        program.scope("outer", () -> {
            program.allocate(10);
            program.scope("closed", () -> program.allocate(100));
            program.scope("inner", () -> {
                program.free(program.allocate(5));
                program.free(program.allocate(1000));
            });
        });
        program.step();

        JsonNode scopes = data(page(program.trace())).at("/peak/scopes");

        assertThat(StreamSupport.stream(scopes.spliterator(), false)
                        .map(scope -> scope.get("name").asText() + " " + scope.get("bytes") + " " + scope.get("count")))
                .containsExactly("ProfilerStep#0 1111 4", "outer 1110 3", "inner 1000 1");
    }

    @Test
    void page_largestAtThePeak_comeWithCategoryStepAndStack() throws IOException {
        TracedProgram program = new TracedProgram();
        int stack = program.builder.stackId(List.of(new StackTraceElement("Net", "forward", "Net.java", 7)));
        program.scope(
                "forward",
                () -> program.builder.memory(MemoryEvent.allocated(program.tick(), TracedProgram.THREAD, 64, 4096)
                        .withStack(stack)));
        program.step();

        JsonNode largest = data(page(program.trace())).at("/peak/largest/0");

        assertThat(largest.toString())
                .isEqualTo("{\"bytes\":4096,\"category\":\"unknown\",\"before\":false,\"step\":0,"
                        + "\"path\":\"forward\",\"stackTop\":\"Net.forward(Net.java:7)\"}");
    }

    private static String page(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MemoryTimeline.of(trace).write(MemoryTimelineFormat.HTML, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static JsonNode data(String page) throws IOException {
        int begin = page.indexOf(DATA_BEGINS) + DATA_BEGINS.length();
        return new ObjectMapper().readTree(page.substring(begin, page.indexOf(SCRIPT_ENDS, begin)));
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
