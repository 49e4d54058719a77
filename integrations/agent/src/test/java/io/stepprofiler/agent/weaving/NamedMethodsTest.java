package io.stepprofiler.agent.weaving;

import static io.stepprofiler.agent.weaving.WovenProgram.call;
import static io.stepprofiler.agent.weaving.WovenProgram.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NamedMethodsTest {
    private static final String NAME = WovenProgram.NAME;

    private final WovenProgram program = new WovenProgram();

    @AfterEach
    void remove() throws Exception {
        program.close();
    }

    @Test
    void call_ofNamedMethod_isAScopeAndDoesTheSame() throws Exception {
        program.weaveMethods(NAME + ".twice");
        Class<?> type = program.loader.loadClass(NAME);
        Trace trace = record(() -> assertThat(call(type, "twice", 4)).isEqualTo(8));
        assertThat(names(trace)).containsExactly("Program.twice");
        assertWhole(trace);
    }

    @Test
    void call_whileNothingIsRecorded_leavesNothing() throws Exception {
        program.weaveMethods(NAME + ".twice");
        Class<?> type = program.loader.loadClass(NAME);
        call(type, "twice", 4);
        assertThat(names(record(() -> 0))).isEmpty();
    }

    @Test
    void call_thatThrows_endsItsScopeAndThrowsTheSame() throws Exception {
        program.weaveMethods(NAME + ".fail");
        Object target = program.make();
        Trace trace = record(() -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> call(target, "fail"))
                    .withMessage("failed");
            return 0;
        });
        assertThat(names(trace)).containsExactly("Program.fail");
        assertWhole(trace);
    }

    @Test
    void call_thatCatches_goesOnAfterTheScopeInside() throws Exception {
        program.weaveMethods(NAME + ".*");
        Object target = program.make();
        Trace trace = record(() -> assertThat(call(target, "caught")).isEqualTo(4.5));
        assertThat(names(trace)).containsExactly("Program.caught", "Program.fail", "Program.hidden");
        assertWhole(trace);
    }

    @Test
    void call_ofItself_isAScopeInAScope() throws Exception {
        program.weaveMethods(NAME + ".depth");
        Object target = program.make();
        Trace trace = record(() -> assertThat(call(target, "depth", 3)).isEqualTo(3));
        List<TraceEvent> events = trace.events();
        assertThat(events).hasSize(4);
        for (int i = 1; i < events.size(); i++) {
            TraceEvent inner = events.get(i);
            TraceEvent outer = events.get(i - 1);
            assertThat(inner.startNanos()).isGreaterThanOrEqualTo(outer.startNanos());
            assertThat(inner.startNanos() + inner.durationNanos())
                    .isLessThanOrEqualTo(outer.startNanos() + outer.durationNanos());
        }
        assertWhole(trace);
    }

    @Test
    void call_throughABridge_isOneScope() throws Exception {
        program.weaveMethods(NAME + ".get");
        Supplier<?> target = (Supplier<?>) program.make();
        Trace trace = record(() -> assertThat(target.get()).isEqualTo("got"));
        assertThat(names(trace)).containsExactly("Program.get");
    }

    @Test
    void call_ofALambda_isNotOneItself() throws Exception {
        program.weaveMethods(NAME + ".*");
        Object target = program.make();
        Trace trace = record(() -> ((Supplier<?>) call(target, "lambda")).get());
        assertThat(names(trace)).containsExactly("Program.lambda", "Program.twice");
    }

    @Test
    void call_ofADefaultMethod_isAScopeOfTheInterface() throws Exception {
        program.weaveMethods("*.Greeter.greet");
        Object target = program.make();
        Trace trace = record(() -> assertThat(call(target, "greet", "you")).isEqualTo("hello you"));
        assertThat(names(trace)).containsExactly("Greeter.greet");
    }

    @Test
    void call_inANestedClass_isNamedWithBothClasses() throws Exception {
        program.weaveMethods(NAME + ".Layer.f*");
        Object layer =
                program.loader.loadClass(NAME + "$Layer").getConstructor().newInstance();
        Trace trace = record(() -> call(layer, "forward", 1.0));
        assertThat(names(trace)).containsExactly("Program.Layer.forward");
    }

    @Test
    void constructor_named_isAScope() throws Exception {
        program.weaveMethods(NAME + ".<init>");
        Trace trace = record(program::make);
        assertThat(names(trace)).containsExactly("Program.<init>");
        assertWhole(trace);
    }

    @Test
    void constructor_thatThrows_leavesAnUnfinishedScope() throws Exception {
        program.weaveMethods(NAME + ".<init>");
        Class<?> type = program.loader.loadClass(NAME);
        Trace trace = record(() -> {
            Assertions.assertThatExceptionOfType(InvocationTargetException.class)
                    .isThrownBy(() -> type.getConstructor(int.class).newInstance(-1))
                    .havingCause()
                    .withMessage("negative");
            return 0;
        });
        assertThat(trace.account().unfinishedTotal()).isEqualTo(1);
    }

    @Test
    void classLoadedBefore_isWovenToo() throws Exception {
        Object target = program.make();
        call(target, "depth", 1);
        Weaver weaver = program.weaveMethods(NAME + ".depth");
        Trace trace = record(() -> call(target, "depth", 0));
        assertThat(names(trace)).containsExactly("Program.depth");
        assertThat(weaver.statuses()).extracting(WeavingStatus::woven).containsExactly(1);
    }

    @Test
    void classTransformedOnceMoreBySomebodyElse_isWovenAndCountedOnce() throws Exception {
        Weaver weaver = program.weaveMethods(NAME + ".depth");
        Object target = program.make();
        program.instrumentation.retransformClasses(target.getClass());
        Trace trace = record(() -> call(target, "depth", 0));
        assertThat(names(trace)).containsExactly("Program.depth");
        assertThat(weaver.statuses()).extracting(WeavingStatus::woven).containsExactly(1);
    }

    @Test
    void unmatched_patterns_areThoseThatFoundNothing() throws Exception {
        NamedMethods methods = new NamedMethods(List.of(
                MethodPattern.of(NAME + ".twice"), MethodPattern.of(NAME + ".thrice"), MethodPattern.of("no.Such.m")));
        program.weave(methods);
        program.make();
        assertThat(methods.unmatched()).containsExactly(NAME + ".thrice", "no.Such.m");
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).toList();
    }

    private static void assertWhole(Trace trace) {
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.account().anomalies()).isEmpty();
    }
}
