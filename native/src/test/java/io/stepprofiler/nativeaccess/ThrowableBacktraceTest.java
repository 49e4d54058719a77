package io.stepprofiler.nativeaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Call stacks by backtraces, beside what a walk in Java says at the same place. */
class ThrowableBacktraceTest {
    /** Most frames of a call stack that a window keeps. */
    private static final int MAX_STACK_DEPTH = 64;

    private static final StackWalker WALKER = StackWalker.getInstance();

    /** What the walk said for each scope, in their order. */
    private static final List<List<StackTraceElement>> WALKED = new ArrayList<>();

    @BeforeAll
    static void needTheLibrary() {
        assumeThat(NativeStatus.current().available())
                .as(NativeStatus.current().reason())
                .isTrue();
    }

    private static Trace recorded(Runnable body) {
        WALKED.clear();
        Profile profile =
                Profile.builder().synchronousDelivery(true).withStack(true).start();
        try (profile) {
            body.run();
        }
        Trace trace = profile.lastTrace().orElseThrow();
        assertThat(trace.metadata().get("call stacks").text()).isEqualTo("backtraces of the virtual machine");
        return trace;
    }

    /** Both on one line. */
    private static void both() {
        keep(walked(), Scope.open("scope"));
    }

    private static List<StackTraceElement> walked() {
        return WALKER.walk(all -> all.skip(1)
                .limit(MAX_STACK_DEPTH)
                .map(StackWalker.StackFrame::toStackTraceElement)
                .toList());
    }

    private static void keep(List<StackTraceElement> walked, Scope scope) {
        scope.close();
        WALKED.add(walked);
    }

    private static void assertAsWalked(Trace trace) {
        List<List<StackTraceElement>> stacks = trace.events().stream()
                .filter(event -> event.name().equals("scope"))
                .map(TraceEvent::stack)
                .toList();
        assertThat(stacks).isNotEmpty().isEqualTo(WALKED);
    }

    private static void deeper(int levels) {
        if (levels == 0) {
            both();
        } else {
            deeper(levels - 1);
        }
    }

    @Test
    void stack_ofAnyDepth_isAsWalked() {
        Trace trace = recorded(() -> IntStream.range(0, 150).forEach(ThrowableBacktraceTest::deeper));
        assertAsWalked(trace);
        assertThat(trace.events().get(149).stack()).hasSize(MAX_STACK_DEPTH);
    }

    @Test
    void stack_deeperThanTheVirtualMachineNotes_isAsWalked() {
        assertAsWalked(recorded(() -> deeper(2000)));
    }

    @Test
    void stack_throughLambdasAndReflection_isAsWalked() throws Exception {
        MethodHandle handle = MethodHandles.lookup()
                .findStatic(ThrowableBacktraceTest.class, "both", MethodType.methodType(void.class));
        List<Runnable> ways = List.of(
                ThrowableBacktraceTest::both,
                () -> IntStream.range(0, 2).mapToObj(i -> i).forEach(i -> both()),
                () -> reflectively(),
                () -> byHandle(handle));
        // Often enough that the virtual machine changes how it calls by reflection.
        assertAsWalked(recorded(() -> {
            for (int i = 0; i < 40; i++) {
                ways.forEach(Runnable::run);
            }
        }));
    }

    private static void reflectively() {
        try {
            ThrowableBacktraceTest.class.getDeclaredMethod("both").invoke(null);
            Opening.class.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static final class Opening {
        @SuppressWarnings("UnusedMethod") // By reflection.
        Opening() {
            both();
        }
    }

    private static void byHandle(MethodHandle handle) {
        try {
            handle.invoke();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static int same(int number) {
        both();
        return number;
    }

    private static long same(long number) {
        both();
        return number;
    }

    @Test
    void stacks_throughOverloads_areNotTakenForEachOther() {
        Trace trace = recorded(() -> {
            same(1);
            same(1L);
        });
        assertAsWalked(trace);
        assertThat(trace.stackCount()).isEqualTo(2);
    }

    @Test
    void stack_onAVirtualThread_isAsWalked() throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        assertAsWalked(recorded(() -> {
            try {
                Thread thread = (Thread) Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, (Runnable) ThrowableBacktraceTest::both);
                thread.join();
            } catch (ReflectiveOperationException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
    }

    /** What is loaded anew by each loader: opens a scope when it is run. */
    public static final class Loaded implements Runnable {
        /** Opens a scope. */
        @Override
        public void run() {
            Scope.open("loaded").close();
        }
    }

    private static final class Loader extends ClassLoader {
        Loader(String name) {
            super(name, ThrowableBacktraceTest.class.getClassLoader());
        }

        Runnable load() {
            String name = Loaded.class.getName();
            String file = "/" + name.replace('.', '/') + ".class";
            try (InputStream stream = Loaded.class.getResourceAsStream(file)) {
                byte[] code = stream.readAllBytes();
                return (Runnable) defineClass(name, code, 0, code.length)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (IOException | ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void stacks_throughClassesOfOneName_areToldApart() {
        IntFunction<Runnable> loading = i -> new Loader("loader " + i).load();
        List<Runnable> loaded = IntStream.range(0, 2).mapToObj(loading).toList();
        Trace trace = recorded(() -> loaded.forEach(Runnable::run));
        assertThat(trace.events())
                .extracting(event -> event.stack().get(0).getClassLoaderName())
                .containsExactly("loader 0", "loader 1");
    }

    private static WeakReference<ClassLoader> recordAndForget() {
        Runnable loaded = new Loader("forgotten").load();
        loaded.run();
        return new WeakReference<>(loaded.getClass().getClassLoader());
    }

    @Test
    void stack_inAWindowThatNeverEnds_keepsNoClassFromBeingUnloaded() {
        try (Profile profile =
                Profile.builder().history(History.ofSteps(10)).withStack(true).start()) {
            WeakReference<ClassLoader> loader = recordAndForget();
            await().until(() -> {
                System.gc();
                return loader.get() == null;
            });
            assertThat(profile.failures()).isEmpty();
        }
    }
}
