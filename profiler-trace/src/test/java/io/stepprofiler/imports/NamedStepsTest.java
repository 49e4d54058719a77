package io.stepprofiler.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedStepsTest {
    private static final Path FILE = Path.of("file.json");

    private final TraceBuilder builder = new TraceBuilder();

    private void add(String name, long start, long duration) {
        builder.thread(1, "main").add(builder.nameId(name), start, duration);
    }

    private Trace named(String regex) throws ImportException {
        return NamedSteps.in(builder.build(), FILE, ImportOptions.DEFAULT.withSteps(regex));
    }

    private Trace unnamed() throws ImportException {
        return NamedSteps.in(builder.build(), FILE, ImportOptions.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "execute_context_2(14721)_generation_0(0)",
                "execute_64_context_0(sq0sk0sqsq0sqsk0)_generation_64(sq64sk131072sqsq64sqsk131072)",
                "execute_new_1_cached_0",
                "step[DECODE bs=64]",
                "step[EXTEND bs=2 toks=14721]"
            })
    void in_rangesOfAnInferenceServer_areSteps(String name) throws ImportException {
        add(name, 10, 5);
        add("aten::mm", 11, 2);
        add(name, 20, 7);
        builder.stream(Device.cuda(0), 7).add(builder.nameId(name), 10, 5);
        assertThat(unnamed().steps())
                .containsExactly(new StepMark(1, 10, 5, 1, false), new StepMark(2, 20, 7, 1, false));
        assertThat(unnamed().eventCount()).isEqualTo(4);
    }

    @Test
    void in_rangesOfAServerInRangesOfAnother_countsOneOfThem() throws ImportException {
        add("execute_context_0(0)_generation_32(32)", 0, 20);
        add("step[DECODE bs=32]", 1, 18);
        add("execute_context_0(0)_generation_32(32)", 20, 20);
        add("step[DECODE bs=32]", 21, 18);
        assertThat(unnamed().steps()).extracting(StepMark::startNanos).containsExactly(0L, 20L);
    }

    @Test
    void in_oneRangeOfAServer_isNoStep() throws ImportException {
        add("execute_context_0(0)_generation_32(32)", 0, 20);
        assertThat(unnamed().steps()).isEmpty();
    }

    @Test
    void in_aTraceWithMarks_keepsThem() throws ImportException {
        builder.step(new StepMark(4, 0, 10, 1, false));
        add("step[DECODE bs=32]", 1, 2);
        add("step[DECODE bs=32]", 3, 2);
        assertThat(unnamed().steps()).containsExactly(new StepMark(4, 0, 10, 1, false));
        assertThat(named("step.*").steps()).hasSize(2);
        assertThat(named("ProfilerStep").steps()).containsExactly(new StepMark(4, 0, 10, 1, false));
    }

    @Test
    void in_wholeNamesThatMatch_areStepsBeforePartsOfNames() throws ImportException {
        add("train", 0, 5);
        add("train_loop", 10, 5);
        assertThat(named("train").steps()).extracting(StepMark::startNanos).containsExactly(0L);
        assertThat(named("loop").steps()).extracting(StepMark::startNanos).containsExactly(10L);
    }

    @Test
    void in_noNameThatMatches_saysWhichNamesThereAre() {
        add("forward", 0, 5);
        add("forward", 5, 5);
        add("train_epoch", 10, 5);
        add("aten::mm", 10, 5);
        builder.thread(1, "main").add(builder.nameId("mark", EventKind.MARKER, ""), 0, 0);
        assertThatThrownBy(() -> named("epoch+."))
                .isInstanceOf(ImportException.class)
                .hasMessage("file.json: no event on a thread has the name of a step, epoch+.; there are train_epoch"
                        + " (1 event), forward (2 events), aten::mm (1 event)");
        assertThatThrownBy(() -> named("mark")).isInstanceOf(ImportException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(.*a){25}b", "(a*a*){20}b"})
    void in_aPatternThatTakesForever_isRefused(String regex) {
        add("a".repeat(60) + "c", 0, 5);
        assertThatThrownBy(() -> named(regex))
                .isInstanceOf(ImportException.class)
                .hasMessageContaining("take too long");
    }

    @Test
    void in_aPatternThatIsTooDeep_isRefused() {
        add("ab".repeat(100_000), 0, 5);
        assertThatThrownBy(() -> named("(a|b)*c")).isInstanceOf(ImportException.class);
    }
}
