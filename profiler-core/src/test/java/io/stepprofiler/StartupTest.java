package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StartupPhase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartupTest {
    private final Startup startup = new Startup();
    private final Metadata metadata = new Metadata();

    private List<String> names() {
        return startup.list().stream()
                .map(StartupPhase::name)
                .filter(name -> !name.equals("virtual machine"))
                .toList();
    }

    @Test
    void phases_followEachOther() {
        startup.end("load", System.nanoTime());
        startup.end("build", System.nanoTime());
        List<StartupPhase> phases = startup.list();
        for (int i = 1; i < phases.size(); i++) {
            assertThat(phases.get(i).startNanos()).isEqualTo(phases.get(i - 1).endNanos());
        }
        assertThat(names()).containsExactly("load", "build");
    }

    @Test
    void steps_beyondTheFirstTen_areNoPhases() {
        FirstSteps steps = startup.claim(metadata);
        for (int step = 0; step < 20; step++) {
            steps.ended(step);
        }
        assertThat(names()).hasSize(Defaults.FIRST_STEPS).startsWith("step 0").endsWith("step 9");
    }

    @Test
    void phase_afterTheFirstStep_isIgnored() {
        startup.claim(metadata).ended(0);
        startup.end("late", System.nanoTime());
        assertThat(names()).containsExactly("step 0");
    }

    @Test
    void phases_beyondTheMost_areIgnored() {
        for (int i = 0; i < 2 * Defaults.MAX_STARTUP_PHASES; i++) {
            startup.end("phase " + i, System.nanoTime());
        }
        assertThat(startup.list()).hasSize(Defaults.MAX_STARTUP_PHASES);
    }

    @Test
    void steps_ofASecondProfile_areNoPhases() {
        startup.claim(metadata).ended(0);
        startup.claim(new Metadata()).ended(0);
        assertThat(names()).containsExactly("step 0");
    }

    @Test
    void steps_ofAProgramThatMayHaveTrainedBefore_areNoPhases() {
        startup.end("attached", System.nanoTime());
        startup.miss();
        startup.end("profiler", System.nanoTime());
        startup.claim(metadata).ended(0);
        startup.tell(metadata);
        assertThat(startup.list()).isEmpty();
        assertThat(metadata.preset()).isEmpty();
    }

    @Test
    void steps_thatAProfileWatches_areNotMissed() {
        FirstSteps steps = startup.claim(metadata);
        startup.miss();
        steps.ended(0);
        assertThat(names()).containsExactly("step 0");
    }

    @Test
    void metadata_afterAStep_hasThePhases() {
        startup.claim(metadata).ended(4);
        String text = metadata.preset().get(StartupPhase.METADATA_KEY).text();
        assertThat(StartupPhase.ofText(text)).isEqualTo(startup.list());
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without a null checker may pass.
    void ended_withoutAName_isAPhaseAllTheSame() {
        int before = Startup.phases().size();
        Startup.ended(null);
        assertThat(Startup.phases().size()).isBetween(before, before + 2);
    }

    @Test
    void program_ofItsOwn_hasAllPhasesInItsTrace(@TempDir Path dir) throws Exception {
        Path result = dir.resolve("phases");
        assertThat(OwnProcess.run(List.of(), StartupLoop.class, result.toString()))
                .isZero();
        List<StartupPhase> phases = StartupPhase.ofText(Files.readString(result));
        assertThat(phases)
                .extracting(StartupPhase::name)
                .containsSubsequence("load the model", "program", "profiler", "step 0", "step 1", "step 2")
                .doesNotContain("step 3");
        StartupPhase before = phase(phases, "step 0");
        StartupPhase slow = phase(phases, "step 1");
        assertThat(slow.classes()).isGreaterThan(before.classes());
        // Virtual machines without counters, and those that write none, do not know it.
        assertThat(before.initializingNanos() < 0
                        || slow.initializingNanos() - before.initializingNanos()
                                >= TimeUnit.MILLISECONDS.toNanos(StartupLoop.INITIALIZING_MILLIS))
                .isTrue();
    }

    private static StartupPhase phase(List<StartupPhase> phases, String name) {
        return phases.stream()
                .filter(phase -> phase.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
