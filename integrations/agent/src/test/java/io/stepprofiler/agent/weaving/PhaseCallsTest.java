package io.stepprofiler.agent.weaving;

import static io.stepprofiler.agent.weaving.WovenProgram.call;
import static io.stepprofiler.agent.weaving.WovenProgram.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stepprofiler.agent.program.PhasedLoop;
import io.stepprofiler.agent.woven.Phase;
import io.stepprofiler.agent.woven.PhaseSite;
import io.stepprofiler.agent.woven.PhaseTrial;
import io.stepprofiler.agent.woven.WovenPhases;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PhaseCallsTest {
    private static final String NAME = PhasedLoop.class.getName();

    private final WovenProgram program = new WovenProgram();

    @AfterEach
    void remove() throws Exception {
        WovenPhases.forget();
        program.close();
    }

    @Test
    void calls_inAStepMethod_areSitesInTheOrderOfTheCode() throws Exception {
        loop("plain");
        assertThat(names()).containsExactly("PhasedLoop.Net.forward", "PhasedLoop.Net.backward");
        assertThat(sites()).allMatch(PhaseSite::isInStepMethod);
    }

    @Test
    void calls_thatAreRecorded_areScopesAndDoTheSame() throws Exception {
        Object loop = loop("plain");
        recordAll();
        Trace trace = record(() -> assertThat(call(loop, "plain")).isEqualTo(4.0));
        assertThat(names(trace)).containsExactly("PhasedLoop.Net.forward", "PhasedLoop.Net.backward");
        assertWhole(trace);
    }

    @Test
    void calls_thatAreLeft_areNoScopes() throws Exception {
        Object loop = loop("plain");
        WovenPhases.phases().forEach(Phase::leave);
        assertThat(names(record(() -> call(loop, "plain")))).isEmpty();
    }

    @Test
    void calls_inAMethodWithALoop_areSitesInIt() throws Exception {
        Object loop = loop("wrapped");
        assertThat(names()).containsExactly("PhasedLoop.batches", "PhasedLoop.Net.forward");
        assertThat(sites().get(1).caller()).isEqualTo(sites().get(0).callee());
        WovenPhases.beginTrial();
        assertThat(call(loop, "wrapped")).isEqualTo(5.0);
        assertThat(WovenPhases.trial().sites())
                .extracting(PhaseTrial.Site::calls)
                .containsExactly(1L, 2L);
    }

    @Test
    void trial_thatBeginsAgain_forgetsEarlierSteps() throws Exception {
        Object loop = loop("wrapped");
        for (int trial = 0; trial < 2; trial++) {
            WovenPhases.beginTrial();
            call(loop, "wrapped");
        }
        assertThat(WovenPhases.trial().steps()).isEqualTo(1);
        assertThat(WovenPhases.trial().sites())
                .extracting(PhaseTrial.Site::calls)
                .containsExactly(1L, 2L);
    }

    @Test
    void calls_inAShortMethod_areSitesOfTheStep() throws Exception {
        loop("delegated");
        assertThat(names()).containsExactly("PhasedLoop.Net.forward");
        assertThat(sites().get(0).isInStepMethod()).isTrue();
    }

    @Test
    void calls_inALoopWithinALoop_areNoSites() throws Exception {
        Object loop = loop("nested");
        assertThat(names())
                .containsExactly("PhasedLoop.Net.forward", "PhasedLoop.Net.backward", "PhasedLoop.Net.scale");
        assertThat(call(loop, "nested")).isEqualTo(0.0);
    }

    @Test
    void calls_inALambda_areSitesOfTheStep() throws Exception {
        Object loop = loop("lambda");
        assertThat(names()).containsExactly("PhasedLoop.Net.forward");
        recordAll();
        assertThat(names(record(() -> call(loop, "lambda")))).containsExactly("PhasedLoop.Net.forward");
    }

    @Test
    void calls_inCodeWithScopes_areNoSites() throws Exception {
        Object loop = loop("scoped");
        assertThat(names()).isEmpty();
        assertThat(call(loop, "scoped")).isEqualTo(7.0);
    }

    @Test
    void calls_ofTheProfiler_areNoSites() throws Exception {
        loop("counted");
        assertThat(names()).containsExactly("PhasedLoop.Net.forward");
    }

    @Test
    void call_whoseExceptionIsCaught_endsWhenTheNextBegins() throws Exception {
        Object loop = loop("caught");
        recordAll();
        Trace trace = record(() -> assertThat(call(loop, "caught")).isEqualTo(5.0));
        List<TraceEvent> events = trace.events();
        assertThat(names(trace)).containsExactly("PhasedLoop.Net.fail", "PhasedLoop.Net.forward");
        assertThat(events.get(0).startNanos() + events.get(0).durationNanos())
                .isLessThanOrEqualTo(events.get(1).startNanos());
        assertWhole(trace);
    }

    @Test
    void call_thatEndsTheStepByAnException_endsWithIt() throws Exception {
        Object loop = loop("failed");
        recordAll();
        Trace trace = record(() -> {
            assertThatIllegalStateException().isThrownBy(() -> call(loop, "failed"));
            return 0;
        });
        assertThat(names(trace)).containsExactly("PhasedLoop.Net.fail");
        assertWhole(trace);
    }

    @Test
    void call_ofARecursiveMethod_isOneCall() throws Exception {
        Object loop = loop("recursive");
        assertThat(names()).containsExactly("PhasedLoop.deep");
        WovenPhases.beginTrial();
        assertThat(call(loop, "recursive")).isEqualTo(4.0);
        assertThat(WovenPhases.trial().sites())
                .singleElement()
                .extracting(PhaseTrial.Site::calls)
                .isEqualTo(1L);
    }

    @Test
    void stepInAStep_recordsWholeScopes() throws Exception {
        Object loop = loop("again");
        recordAll();
        Trace trace = record(() -> assertThat(call(loop, "again")).isEqualTo(6.0));
        assertThat(names(trace)).containsExactly("PhasedLoop.Net.enter", "PhasedLoop.Net.forward");
        assertWhole(trace);
    }

    @Test
    void calls_thatAreTooFrequent_areNotMeasuredToTheEnd() throws Exception {
        Object loop = loop("frequent");
        WovenPhases.beginTrial();
        assertThat(call(loop, "frequent")).isEqualTo(3001.0);
        assertThat(WovenPhases.trial().sites())
                .extracting(PhaseTrial.Site::frequent)
                .containsExactly(true, false);
    }

    @Test
    void calls_outsideOfASteppingThread_areNotMeasured() throws Exception {
        Object loop = loop("plain");
        call(loop, "plain");
        assertThat(WovenPhases.trial().steps()).isZero();
        WovenPhases.beginTrial();
        call(loop, "plain");
        WovenPhases.endTrial();
        call(loop, "plain");
        assertThat(WovenPhases.trial().steps()).isEqualTo(1);
        assertThat(WovenPhases.trial().sites())
                .extracting(PhaseTrial.Site::calls)
                .containsExactly(1L, 1L);
    }

    @Test
    void calls_inALoaderThatDoesNotFindTheAgent_areScopes() throws Exception {
        try (WovenProgram apart = new WovenProgram(ClassLoader.getPlatformClassLoader())) {
            Object loop = loop(apart, "plain");
            recordAll();
            assertThat(names(record(() -> call(loop, "plain"))))
                    .containsExactly("PhasedLoop.Net.forward", "PhasedLoop.Net.backward");
        }
    }

    @Test
    void forget_whileCodeIsWoven_leavesItAlone() throws Exception {
        Object loop = loop("plain");
        recordAll();
        WovenPhases.forget();
        assertThat(names(record(() -> call(loop, "plain")))).isEmpty();
        assertThat(WovenPhases.phases()).isEmpty();
    }

    private Object loop(String step) throws Exception {
        return loop(program, step);
    }

    private static Object loop(WovenProgram program, String step) throws Exception {
        program.weave(new StepMethod(MethodPattern.of(NAME + "." + step), true, program.warnings::add));
        return program.loader.loadClass(NAME).getConstructor().newInstance();
    }

    private static void recordAll() {
        WovenPhases.phases().forEach(Phase::record);
    }

    private static List<PhaseSite> sites() {
        return WovenPhases.phases().stream().map(Phase::site).toList();
    }

    private static List<String> names() {
        return sites().stream().map(PhaseSite::name).toList();
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).toList();
    }

    private static void assertWhole(Trace trace) {
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.account().anomalies()).isEmpty();
    }
}
