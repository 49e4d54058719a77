package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.agent.woven.PhaseSite;
import io.stepprofiler.agent.woven.PhaseTrial;
import io.stepprofiler.agent.woven.WovenPhases;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PhaseSearchTest {
    private static final PhaseSite FIRST = new PhaseSite("Net.first", "", "first");
    private static final PhaseSite SECOND = new PhaseSite("Net.second", "", "second");

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final AtomicReference<PhaseSite> longest = new AtomicReference<>(FIRST);
    private final PhaseSearch search =
            new PhaseSearch(MethodPattern.of("com.acme.Train.step"), this::trial, messages::add);

    @BeforeEach
    void weave() {
        WovenPhases.number(FIRST).orElseThrow();
        WovenPhases.number(SECOND).orElseThrow();
    }

    @AfterEach
    void end() {
        search.end();
    }

    @Test
    void choice_whenAWindowBegins_isRecordedAndPrinted() {
        search.stepEnded(true);
        search.stepEnded(false);
        await().until(() -> !messages.isEmpty());
        assertThat(messages).containsExactly("phases of Train.step: Net.first; phases=off leaves them out");
        assertThat(recorded()).containsExactly("Net.first");
    }

    @Test
    void choice_fromFewSteps_holdsForOneWindow() {
        search.stepEnded(false);
        search.stepEnded(true);
        longest.set(SECOND);
        search.stepEnded(false);
        assertThat(recorded()).containsExactly("Net.second");
    }

    @Test
    void choice_fromManySteps_holdsForAllWindows() {
        for (int i = 0; i < 50; i++) {
            search.stepEnded(true);
        }
        search.stepEnded(false);
        search.stepEnded(true);
        longest.set(SECOND);
        search.stepEnded(false);
        assertThat(recorded()).containsExactly("Net.first");
    }

    @Test
    void search_whileNoWindowBegins_choosesNothing() {
        search.stepEnded(true);
        assertThat(recorded()).isEmpty();
    }

    @Test
    void search_thatHasEnded_choosesNothing() {
        search.end();
        search.stepEnded(false);
        assertThat(recorded()).isEmpty();
        assertThat(messages).isEmpty();
    }

    private PhaseTrial trial() {
        return new PhaseTrial(1, 1000, 1000, List.of(new PhaseTrial.Site(longest.get(), 0, 500, false)));
    }

    /** Names of the scopes that calls of both sites leave. */
    private static List<String> recorded() {
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder().onTraceReady(traces::add).start();
        for (PhaseSite site : List.of(FIRST, SECOND)) {
            int number = WovenPhases.number(site).orElseThrow();
            WovenPhases.exit(number, WovenPhases.enter(number));
        }
        profile.close();
        return traces.get(0).events().stream().map(TraceEvent::name).toList();
    }
}
