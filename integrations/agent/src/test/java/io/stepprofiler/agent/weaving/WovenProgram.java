package io.stepprofiler.agent.weaving;

import io.stepprofiler.Profile;
import io.stepprofiler.agent.program.Program;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import net.bytebuddy.agent.ByteBuddyAgent;

/** A program that is loaded anew, woven, and recorded; what was installed is removed at the end. */
final class WovenProgram implements AutoCloseable {
    static final String NAME = Program.class.getName();

    final Instrumentation instrumentation = ByteBuddyAgent.install();
    final FreshLoader loader;
    final List<String> warnings = new ArrayList<>();
    final List<String> details = new ArrayList<>();
    private final List<ClassFileTransformer> installed = new ArrayList<>();

    WovenProgram() {
        this(WovenProgram.class.getClassLoader());
    }

    WovenProgram(ClassLoader parent) {
        loader = new FreshLoader(parent);
    }

    Weaver weave(Weaving... weavings) {
        return Weaver.install(remembering(), List.of(weavings), warnings::add, details::add);
    }

    Weaver weaveMethods(String... patterns) {
        return weave(new NamedMethods(
                List.of(patterns).stream().map(MethodPattern::of).toList()));
    }

    /** The instrumentation, with what is added to it remembered, and blind to the programs of other tests. */
    private Instrumentation remembering() {
        return (Instrumentation) Proxy.newProxyInstance(
                WovenProgram.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("addTransformer")) {
                        installed.add((ClassFileTransformer) arguments[0]);
                    }
                    Object result = method.invoke(instrumentation, arguments);
                    return method.getName().equals("getAllLoadedClasses") ? withoutOthers((Class<?>[]) result) : result;
                });
    }

    private Class<?>[] withoutOthers(Class<?>[] loaded) {
        return Arrays.stream(loaded)
                .filter(type -> !type.getPackageName().equals(Program.class.getPackageName())
                        || type.getClassLoader() == loader)
                .toArray(Class<?>[]::new);
    }

    Object make() throws ReflectiveOperationException {
        return loader.loadClass(NAME).getConstructor().newInstance();
    }

    /** Calls a method of the program; throws what it throws. */
    static Object call(Object target, String method, Object... arguments) throws Exception {
        Class<?> type = target instanceof Class<?> known ? known : target.getClass();
        for (var candidate : type.getMethods()) {
            if (candidate.getName().equals(method)
                    && candidate.getParameterCount() == arguments.length
                    && !candidate.isBridge()) {
                try {
                    return candidate.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw (Exception) e.getCause();
                }
            }
        }
        throw new NoSuchMethodException(method);
    }

    /** What was recorded while something ran. */
    static Trace record(Callable<?> run) throws Exception {
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder().onTraceReady(traces::add).start();
        try {
            run.call();
        } finally {
            profile.close();
        }
        return traces.get(0);
    }

    @Override
    public void close() throws IOException {
        installed.forEach(instrumentation::removeTransformer);
        loader.close();
    }
}
