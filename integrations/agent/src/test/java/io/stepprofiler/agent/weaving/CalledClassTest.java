package io.stepprofiler.agent.weaving;

import static io.stepprofiler.agent.weaving.MethodCalls.around;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.ARGUMENT;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.RESULT;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.TEXT;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.THIS;
import static io.stepprofiler.agent.weaving.WovenCall.Operand.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalledClassTest {
    private static final String NAME = CalledProgram.class.getName();
    private static final WovenCall TOKEN_CALL = call("token", "()J");
    private static final WovenCall END = call("end", "(JLjava/lang/Object;)V", TOKEN, RESULT);
    private static final WovenCall FLAG = call("flag", "()Z");
    private static final WovenCall FLAGGED = call("flagged", "(ZLjava/lang/String;)V", TOKEN, TEXT);
    private static final WovenCall BEGIN = call("begin", "(Ljava/lang/String;Ljava/lang/Object;)V", TEXT, ARGUMENT)
            .with("begin");

    @BeforeEach
    void forget() {
        CallLog.CALLS.clear();
    }

    private static WovenCall call(String name, String descriptor, WovenCall.Operand... operands) {
        return WovenCall.of(CallLog.class, name, descriptor, operands);
    }

    private static Object woven(MethodCalls... calls) throws ReflectiveOperationException, IOException {
        byte[] bytes = ClassFileLocator.ForClassLoader.of(CalledClassTest.class.getClassLoader())
                .locate(NAME)
                .resolve();
        byte[] woven = CalledClass.weave(bytes, List.of(calls), false);
        ClassLoader loader =
                new ByteArrayClassLoader(
                        CalledClassTest.class.getClassLoader(),
                        Map.of(NAME, woven == null ? bytes : woven),
                        ByteArrayClassLoader.PersistenceHandler.LATENT) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                        Class<?> loaded = findLoadedClass(name);
                        return loaded != null
                                ? loaded
                                : name.equals(NAME) ? findClass(name) : super.loadClass(name, resolve);
                    }
                };
        return loader.loadClass(NAME).getConstructor(String.class).newInstance("p");
    }

    @Test
    void calls_aroundAMethod_areMadeInOrderWithTokenAndResult() throws Exception {
        Object program = woven(around("text").enter(BEGIN, TOKEN_CALL).exit(END));
        assertThat(WovenProgram.call(program, "text", "long")).isEqualTo("plong");
        assertThat(WovenProgram.call(program, "text", "s")).isEqualTo("s");
        assertThat(CallLog.CALLS)
                .containsExactly("begin long", "token", "end 42 plong", "begin s", "token", "end 42 s");
    }

    @Test
    void calls_aroundAMethodThatThrows_areMadeAndItThrows() throws Exception {
        Object program = woven(around("text").enter(TOKEN_CALL).exit(END));
        assertThatThrownBy(() -> WovenProgram.call(program, "text", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("empty");
        assertThat(CallLog.CALLS).containsExactly("token", "end 42 null");
    }

    @Test
    void returned_aroundAMethodThatThrows_isNotCalled() throws Exception {
        Object program = woven(around("text").enter(TOKEN_CALL).returned(END));
        assertThatThrownBy(() -> WovenProgram.call(program, "text", "")).hasMessage("empty");
        WovenProgram.call(program, "text", "s");
        assertThat(CallLog.CALLS).containsExactly("token", "token", "end 42 s");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 9})
    void methodWithLoopsAndHandlers_thatIsWoven_computesTheSame(int count) throws Exception {
        Object program = woven(
                around("mixed").enter(FLAG).exit(FLAGGED.with("outer")),
                around("mixed").taking(3).enter(FLAG).exit(FLAGGED.with("inner")));
        assertThat(WovenProgram.call(program, "mixed", 3L, 0.5, count))
                .isEqualTo(new CalledProgram("p").mixed(3, 0.5, count));
        assertThat(CallLog.CALLS).containsExactly("inner true", "outer true");
    }

    @Test
    void exit_thatReturnsSomething_replacesTheResult() throws Exception {
        Object program = woven(around("text").returned(call("loud", "(Ljava/lang/Object;)Ljava/lang/Object;", RESULT)));
        assertThat(WovenProgram.call(program, "text", "s")).isEqualTo("s!");
    }

    @Test
    void exit_thatThrows_isCalledOnce() throws Exception {
        Object program = woven(
                around("nothing").exit(call("fail", "()V")), around("text").exit(call("fail", "()V")));
        assertThatThrownBy(() -> WovenProgram.call(program, "nothing")).hasMessage("call");
        assertThatThrownBy(() -> WovenProgram.call(program, "text", "s")).hasMessage("call");
        assertThat(CallLog.CALLS).containsExactly("fail", "fail");
    }

    @Test
    void constructor_thatIsWoven_hasMadeTheObject() throws Exception {
        woven(around("<init>").returned(call("made", "(Ljava/lang/Object;)V", THIS)));
        assertThat(CallLog.CALLS).containsExactly("made CalledProgram");
        assertThatIllegalArgumentException().isThrownBy(() -> around("<init>").enter(FLAG));
    }

    @Test
    void argument_whereAMethodThrows_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> around("text").exit(call("tell", "(Ljava/lang/Object;)V", ARGUMENT)));
    }

    @Test
    void staticMethod_thatIsWoven_hasItsArgument() throws Exception {
        Object program = woven(around("list").enter(BEGIN, TOKEN_CALL).exit(END));
        assertThat(WovenProgram.call(program, "list", "x")).isEqualTo(List.of("x"));
        assertThat(CallLog.CALLS).containsExactly("begin x", "token", "end 42 [x]");
    }

    @Test
    void bridge_toAWovenMethod_isNotWovenToo() throws Exception {
        Object program = woven(around("get").enter(TOKEN_CALL).exit(END));
        assertThat(((Supplier<?>) program).get()).isEqualTo("p");
        assertThat(CallLog.CALLS).containsExactly("token", "end 42 p");
    }

    @Test
    void otherMethods_ofNameOrParameters_areNotWoven() throws Exception {
        byte[] bytes = ClassFileLocator.ForClassLoader.of(CalledClassTest.class.getClassLoader())
                .locate(NAME)
                .resolve();
        assertThat(CalledClass.weave(
                        bytes, List.of(around("tex").exit(FLAG), around("text").taking(2)), false))
                .isNull();
    }
}
