package io.stepprofiler.agent.weaving;

import static io.stepprofiler.agent.weaving.WovenProgram.call;
import static io.stepprofiler.agent.weaving.WovenProgram.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Scope;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Test;

class WeaverTest {
    private static final String NAME = WovenProgram.NAME;

    @Test
    void classThatCannotBeWoven_staysAsItIsAndIsToldOnce() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            Weaver weaver = program.weave(new FailingWeaving());
            assertThat(call(program.make(), "depth", 2)).isEqualTo(2);
            program.loader.loadClass(NAME + "$Layer");
            assertThat(program.warnings)
                    .singleElement()
                    .asString()
                    .startsWith("cannot weave "
                            + WovenProgram.class.getPackageName().replace("weaving", "program"))
                    .contains("(failing), which stays as it is: java.lang.IllegalStateException: cannot");
            assertThat(weaver.statuses()).singleElement().satisfies(status -> {
                assertThat(status.woven()).isZero();
                assertThat(status.failed()).isEqualTo(3);
                assertThat(status.toString()).startsWith("failing 0 classes, 3 could not be woven (");
            });
        }
    }

    @Test
    void failingWeaving_besideAnother_countsForBoth() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            Weaver weaver =
                    program.weave(new NamedMethods(List.of(MethodPattern.of(NAME + ".depth"))), new FailingWeaving());
            assertThat(call(program.make(), "depth", 2)).isEqualTo(2);
            assertThat(weaver.statuses()).extracting(WeavingStatus::failed).allMatch(failed -> failed >= 1);
        }
    }

    @Test
    void classWhoseLoaderDoesNotFindTheAgent_isWovenWithLinkedCalls() throws Exception {
        assertWoven(ClassLoader.getPlatformClassLoader());
    }

    @Test
    void classWhoseLoaderHidesTheAgent_isWovenWithLinkedCalls() throws Exception {
        assertWoven(new ClassLoader(WeaverTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("io.stepprofiler.")) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        });
    }

    private static void assertWoven(ClassLoader parent) throws Exception {
        try (WovenProgram program = new WovenProgram(parent)) {
            Weaver weaver = program.weaveMethods(NAME + ".caught", NAME + ".fail", NAME + ".<init>");
            Trace trace =
                    record(() -> assertThat(call(program.make(), "caught")).isEqualTo(4.5));
            assertThat(trace.events())
                    .extracting(TraceEvent::name)
                    .containsExactly("Program.<init>", "Program.caught", "Program.fail");
            assertThat(trace.account().unfinishedTotal()).isZero();
            assertThat(program.warnings).isEmpty();
            assertThat(weaver.statuses()).extracting(WeavingStatus::woven).containsExactly(1);
        }
    }

    @Test
    void classLoaderThatDoesNotFindTheAgent_isNotKept() throws Exception {
        WeakReference<ClassLoader> loader = loaderOfAWovenProgram();
        await().until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    private static WeakReference<ClassLoader> loaderOfAWovenProgram() throws Exception {
        try (WovenProgram program = new WovenProgram(ClassLoader.getPlatformClassLoader())) {
            program.weaveMethods(NAME + ".depth");
            assertThat(record(() -> call(program.make(), "depth", 0)).events()).hasSize(1);
            return new WeakReference<>(program.loader);
        }
    }

    @Test
    void classTooOldForLinkedCalls_staysAsItIsAndIsTold() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            program.weaveMethods("old.Alone.call");
            Callable<?> code = oldCode("old.Alone", ClassLoader.getPlatformClassLoader());
            assertThat(record(() -> assertThat(code.call()).isEqualTo("old")).events())
                    .isEmpty();
            assertThat(program.warnings)
                    .singleElement()
                    .asString()
                    .contains("its class loader does not find the agent, and its class file is older than Java 7");
        }
    }

    @Test
    void classesOfJdkByteBuddyAndOurs_areLeftAloneWhateverThePatternSays() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            Weaver weaver = program.weaveMethods("java.*.add", "net.bytebuddy.*.*", "io.stepprofiler.Scope.*");
            assertThat(record(() -> {
                                new ArrayList<>().add(Scope.open("mine"));
                                return new ByteBuddy().subclass(Object.class).make();
                            })
                            .events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.name()).isEqualTo("mine"));
            assertThat(weaver.statuses()).extracting(WeavingStatus::woven).containsExactly(0);
        }
    }

    @Test
    void classWithoutAMethodThatIsNamed_isNotCounted() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            Weaver weaver = program.weaveMethods(NAME + ".nosuch");
            assertThat(call(program.make(), "depth", 2)).isEqualTo(2);
            assertThat(program.details).isEmpty();
            assertThat(weaver.statuses()).extracting(WeavingStatus::woven).containsExactly(0);
        }
    }

    @Test
    void classOfOldBytecode_isWoven() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            program.weaveMethods("old.Code.call");
            Callable<?> code = oldCode("old.Code", WeaverTest.class.getClassLoader());
            assertThat(record(() -> assertThat(code.call()).isEqualTo("old")).events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.name()).isEqualTo("Code.call"));
        }
    }

    private static Callable<?> oldCode(String name, ClassLoader parent) throws ReflectiveOperationException {
        byte[] old = new ByteBuddy(ClassFileVersion.JAVA_V4)
                .subclass(Object.class)
                .implement(Callable.class)
                .name(name)
                .defineMethod("call", Object.class, Visibility.PUBLIC)
                .intercept(FixedValue.value("old"))
                .make()
                .getBytes();
        ClassLoader loader = new ByteArrayClassLoader(parent, Map.of(name, old));
        return (Callable<?>) loader.loadClass(name).getConstructor().newInstance();
    }

    @Test
    void remove_givesClassesTheirOwnCodeAndWeavesNoOthers() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            Weaver weaver = program.weaveMethods(NAME + "*.*");
            Object made = program.make();
            assertThat(record(() -> call(made, "depth", 0)).events()).hasSize(1);
            assertThat(weaver.remove()).isPositive();
            assertThat(record(() -> {
                                program.loader.loadClass(NAME + "$Layer");
                                return call(made, "depth", 2);
                            })
                            .events())
                    .isEmpty();
            assertThat(call(made, "depth", 2)).isEqualTo(2);
            assertThat(program.warnings).isEmpty();
        }
    }

    @Test
    void weaver_afterAnotherWasRemoved_weavesTheSameClasses() throws Exception {
        try (WovenProgram program = new WovenProgram(ClassLoader.getPlatformClassLoader())) {
            Weaver first = program.weaveMethods(NAME + ".depth");
            Object made = program.make();
            first.remove();
            program.weaveMethods(NAME + ".depth");
            assertThat(record(() -> call(made, "depth", 0)).events()).hasSize(1);
        }
    }

    @Test
    void details_eachWovenClass_isTold() throws Exception {
        try (WovenProgram program = new WovenProgram()) {
            program.weaveMethods(NAME + ".depth");
            program.make();
            assertThat(program.details).containsExactly("wove " + NAME + " (methods)");
        }
    }

    /** Fails for each class of the program. */
    private static final class FailingWeaving implements Weaving {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public boolean weaves(String type) {
            return type.startsWith("io.stepprofiler.agent.program.");
        }

        @Override
        public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
            throw new IllegalStateException("cannot");
        }
    }
}
