package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.agent.woven.PhaseSite;
import io.stepprofiler.agent.woven.PhaseTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PhaseChoiceTest {
    private static final int STEPS = 10;
    private static final long STEP_NANOS = 1_000_000;
    private static final double SCOPE_NANOS = 100;

    private final List<PhaseTrial.Site> sites = new ArrayList<>();

    @Test
    void calls_ofTwoPercent_arePhasesInTheOrderOfTheCode() {
        site("", "forward", 1, 300);
        site("", "log", 1, 19);
        site("", "update", 1, 20);
        site("", "backward", 1, 600);
        assertThat(choice()).hasToString("forward, update, backward");
    }

    @Test
    void calls_beyondEight_areTheShortestAndNoPhases() {
        IntStream.range(0, 10).forEach(i -> site("", "phase" + i, 1, 20 + i));
        assertThat(choice().phases()).hasSize(8).extracting(PhaseSite::name).doesNotContain("phase0", "phase1");
    }

    @Test
    void call_thatTakesMostOfTheStep_isReplacedByItsCalls() {
        site("", "trainBatch", 1, 950);
        site("trainBatch", "forward", 1, 400);
        site("trainBatch", "backward", 1, 300);
        assertThat(choice()).hasToString("forward, backward");
    }

    @Test
    void call_whoseWorkIsItsOwn_isAPhase() {
        site("", "trainBatch", 1, 950);
        site("trainBatch", "log", 1, 400);
        assertThat(choice()).hasToString("trainBatch");
    }

    @Test
    void calls_insideAPhase_areNoPhases() {
        site("", "forward", 1, 500);
        site("", "backward", 1, 400);
        site("forward", "layer", 2, 490);
        assertThat(choice()).hasToString("forward, backward");
    }

    @Test
    void scopes_thatCostTwoPercent_areRecorded() {
        site("", "layer", 199, 500);
        site("", "forward", 1, 300);
        assertThat(choice()).hasToString("layer, forward");
    }

    @Test
    void scopes_thatCostMore_areLeftOutByTheirCalls() {
        site("", "layer", 150, 500);
        site("", "activate", 51, 300);
        assertThat(choice()).hasToString("activate, without layer (called too often)");
    }

    @Test
    void calls_thatWereTooFrequentToMeasure_areLeftOut() {
        sites.add(new PhaseTrial.Site(new PhaseSite("add", "", "add"), 1000, 0, true));
        site("", "forward", 1, 500);
        assertThat(choice()).hasToString("forward, without add (called too often)");
    }

    @Test
    void noStep_hasNoPhases() {
        site("", "forward", 0, 0);
        PhaseChoice choice = PhaseChoice.of(new PhaseTrial(0, 0, 0, sites), SCOPE_NANOS);
        assertThat(choice.phases()).isEmpty();
    }

    private PhaseChoice choice() {
        return PhaseChoice.of(new PhaseTrial(STEPS, STEPS * STEP_NANOS, STEPS * STEP_NANOS, sites), SCOPE_NANOS);
    }

    /** Adds a site with calls a step and thousandths of the step. */
    private void site(String caller, String name, int calls, int perMille) {
        sites.add(new PhaseTrial.Site(
                new PhaseSite(name, caller, name), (long) STEPS * calls, STEPS * STEP_NANOS / 1000 * perMille, false));
    }
}
