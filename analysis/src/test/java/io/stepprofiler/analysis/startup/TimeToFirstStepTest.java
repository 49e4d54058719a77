package io.stepprofiler.analysis.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimeToFirstStepTest {
    private static final long MILLI = 1_000_000;

    private static StartupPhase phase(String name, long step, long startMillis, long endMillis, long classes) {
        return new StartupPhase(
                name,
                step,
                startMillis * MILLI,
                endMillis * MILLI,
                classes,
                classes < 0 ? -1 : classes * MILLI / 10,
                -1,
                classes < 0 ? -1 : 2 * endMillis * MILLI,
                classes < 0 ? -1 : 0,
                classes < 0 ? -1 : endMillis * MILLI,
                step < 1 ? 0 : MILLI,
                step == 0 ? List.of("libtorch_cpu.so") : List.of());
    }

    private static List<StartupPhase> phases() {
        List<StartupPhase> phases = new ArrayList<>(List.of(
                phase("virtual machine", -1, -50, 0, -1),
                phase("program", -1, 0, 1000, 2000),
                phase("profiler", -1, 1000, 1200, 2500),
                phase("step 0", 0, 1200, 2000, 4000)));
        for (int step = 1; step < 10; step++) {
            phases.add(phase("step " + step, step, 2000 + 5 * (step - 1), 2000 + 5 * step, 4000 + step));
        }
        return phases;
    }

    @Test
    void phases_upToTheFirstStep_addUpToTheWholeTime() {
        TimeToFirstStep startup = TimeToFirstStep.of(phases());
        assertThat(startup.phases())
                .extracting(Phase::name)
                .containsExactly("virtual machine", "program", "profiler", "step 0");
        assertThat(startup.nanos()).isEqualTo(2050 * MILLI);
        assertThat(startup.isComplete()).isTrue();
    }

    @Test
    void phase_hasWhatHappenedInItAlone() {
        TimeToFirstStep startup = TimeToFirstStep.of(phases());
        assertThat(startup.phases()).extracting(Phase::classes).containsExactly(-1L, 2000L, 500L, 1500L);
        assertThat(startup.phases().get(3).loadingNanos()).isEqualTo(150 * MILLI);
        assertThat(startup.phases().get(3).initializingNanos()).isEqualTo(-1);
    }

    @Test
    void steadySteps_areTheLaterOnesWithoutTheProfiler() {
        assertThat(TimeToFirstStep.of(phases()).steadyNanos()).isEqualTo(4 * MILLI);
    }

    @Test
    void start_withoutAStep_isNotComplete() {
        TimeToFirstStep startup = TimeToFirstStep.of(phases().subList(0, 2));
        assertThat(startup.isComplete()).isFalse();
        assertThat(startup.steadyNanos()).isEqualTo(-1);
        assertThat(startup.table()).startsWith("No step yet: 1.05 s");
    }

    @Test
    void start_withoutPhases_isRefused() {
        assertThatThrownBy(() -> TimeToFirstStep.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("known = []");
    }

    @Test
    void trace_ofAnotherProfiler_hasNone() {
        assertThat(TimeToFirstStep.of(new TraceBuilder().build())).isEmpty();
        assertThat(TimeToFirstStep.of(new TraceBuilder()
                        .metadata(StartupPhase.METADATA_KEY, new MetadataValue("nonsense", false))
                        .build()))
                .isEmpty();
    }

    private static TraceBuilder recorded() {
        TraceBuilder trace = new TraceBuilder();
        trace.metadata(StartupPhase.METADATA_KEY, new MetadataValue(StartupPhase.toText(phases()), false));
        trace.metadata("jvm_flight_recorder", new MetadataValue("recorded 20 types of events", false));
        trace.thread(1, "main");
        trace.window(new ClockAnchor(1190 * MILLI, 0), new ClockAnchor(2000 * MILLI, 0));
        trace.step(new StepMark(0, 1200 * MILLI, 800 * MILLI, 1, false));
        TrackBuilder lane = trace.lane("Class loading");
        int event = lane.add(trace.nameId("Class load", EventKind.VIRTUAL_MACHINE, ""), 1300 * MILLI, 300 * MILLI);
        lane.argument(event, trace.nameId("class"), "com.acme.Model");
        lane.argument(event, trace.nameId("thread"), 1);
        TrackBuilder compiler = trace.lane("JIT compiler");
        compiler.add(trace.nameId("C2 compilation", EventKind.VIRTUAL_MACHINE, ""), 1100 * MILLI, 200 * MILLI);
        return trace;
    }

    @Test
    void recordedPhase_isWhatItWaitedForAndTheRest() {
        TimeToFirstStep startup = TimeToFirstStep.of(recorded().build()).orElseThrow();
        assertThat(startup.recorded()).singleElement().satisfies(phase -> {
            assertThat(phase.time().classLoadingNanos()).isEqualTo(300 * MILLI);
            assertThat(phase.otherNanos()).isEqualTo(500 * MILLI);
            assertThat(phase.time().jitNanos()).isEqualTo(100 * MILLI);
            assertThat(phase.compilers()).isEqualTo(Map.of("C2", 100 * MILLI));
            assertThat(phase.loads()).extracting(load -> load.name()).containsExactly("com.acme.Model");
        });
    }

    @Test
    void table_saysItInLinesThatFit() {
        String table = TimeToFirstStep.of(recorded().build()).orElseThrow().table();
        assertThat(table)
                .startsWith("Time to the first step: 2.05 s from the start of the virtual machine to the end of step 0;"
                        + " a step takes 4.00 ms later\n")
                .containsPattern("program +1.00 s +48.8 +2000 ")
                .contains("Libraries of step 0: libtorch_cpu.so")
                .contains(
                        "Recorded, step 0: 800 ms = 300 ms loading classes + 500 ms other; beside it C2 compiled 100 ms")
                .contains("longest loads: 300 ms com.acme.Model");
        assertThat(table.lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void table_ofHostileNames_staysOnItsLines() {
        List<StartupPhase> phases = new ArrayList<>(phases());
        phases.add(1, phase("\u001b[31m" + "x".repeat(500), -1, 0, 0, 5));
        String table = TimeToFirstStep.of(phases).table();
        assertThat(table).doesNotContain("\u001b");
        assertThat(table.lines()).allMatch(line -> line.length() <= 120);
    }
}
