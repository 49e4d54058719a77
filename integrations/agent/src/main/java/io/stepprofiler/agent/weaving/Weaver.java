package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenMethods;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Applies weavings to the classes of the program: to each as it is loaded, and at once to classes that are loaded
 * already. Classes are woven once, recording is switched inside, and {@link #remove} restores them.
 *
 * <p>If no weaving names a class, only its name is examined.
 */
public final class Weaver {
    private static final ClassLoader OUR_LOADER = WovenMethods.class.getClassLoader();

    private record Applied(Weaving weaving, WeavingStatus status) {}

    private final Instrumentation instrumentation;
    private final List<Applied> all;
    private final Consumer<String> warnings;
    private final Consumer<String> details;
    private final ForeignLoaders foreign;
    private final ClassVisibility sight = new ClassVisibility();
    private final ClassFileTransformer transformer = new EachClass();

    private volatile @Nullable CountedClasses counting;

    /** Names of the woven classes. */
    private final Set<String> woven = ConcurrentHashMap.newKeySet();

    /** True while this thread weaves: classes that it loads meanwhile are not woven, to avoid recursion. */
    private final ThreadLocal<Boolean> busy = ThreadLocal.withInitial(() -> false);

    private Weaver(
            Instrumentation instrumentation,
            List<Weaving> weavings,
            Consumer<String> warnings,
            Consumer<String> details) {
        this.instrumentation = instrumentation;
        this.warnings = warnings;
        this.details = details;
        foreign = new ForeignLoaders(instrumentation);
        all = weavings.stream()
                .map(weaving -> new Applied(weaving, new WeavingStatus(weaving.name())))
                .toList();
    }

    /**
     * {@return a weaver, which is active from now on}
     *
     * @param instrumentation of the virtual machine; must be able to retransform
     * @param weavings the weavings, outermost first if several weave one class
     * @param warnings receives the first failure of each weaving, and classes that cannot be restored; on any thread
     * @param details receives each woven class; on any thread
     */
    public static Weaver install(
            Instrumentation instrumentation,
            List<Weaving> weavings,
            Consumer<String> warnings,
            Consumer<String> details) {
        Weaver weaver = new Weaver(instrumentation, weavings, warnings, details);
        instrumentation.addTransformer(weaver.transformer, true);
        weaver.weaveLoaded(weaver.all);
        return weaver;
    }

    /** {@return how often each weaving has been applied so far, in their order} */
    public List<WeavingStatus> statuses() {
        return all.stream().map(Applied::status).toList();
    }

    /**
     * Weaves loaded classes again, for a weaving that now wants more than before.
     *
     * @param weaving one of the weavings of {@link #install}
     */
    public void weaveLoaded(Weaving weaving) {
        weaveLoaded(all.stream().filter(each -> each.weaving() == weaving).toList());
    }

    /**
     * Counts calls in classes that are loaded from now on; the first method with an annotation is the step.
     *
     * @param annotation name of the annotation, with or without its package
     */
    public void countCalls(String annotation) {
        // Loads what the check needs: it must not do that while such a class is being loaded.
        counting = mayCount("") ? new CountedClasses(annotation) : null;
    }

    /**
     * {@return whether calls of a method may be counted, by its name}
     *
     * @param method class and name of the method
     */
    public static boolean mayCount(String method) {
        return method.indexOf('/') < 0 && !NeverWoven.contains(method);
    }

    /**
     * Removes all woven code for good: woven classes are restored, and classes that are loaded later are not woven. A
     * method that is running stays in woven code until it returns.
     *
     * @return the number of restored classes
     */
    public int remove() {
        instrumentation.removeTransformer(transformer);
        int restored = 0;
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (woven.contains(type.getName()) && instrumentation.isModifiableClass(type)) {
                try {
                    instrumentation.retransformClasses(type);
                    restored++;
                } catch (Exception | LinkageError e) {
                    warnings.accept(
                            "cannot restore " + type.getName() + "; its woven code stays, and records nothing: " + e);
                }
            }
        }
        woven.clear();
        return restored;
    }

    /** Weaves classes one by one, so that a failure does not keep others from being woven. */
    private void weaveLoaded(List<Applied> weavings) {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            String name = type.getName();
            List<Applied> wanted = wanted(weavings, name);
            if (!wanted.isEmpty()
                    && instrumentation.isModifiableClass(type)
                    && !NeverWoven.contains(name, type.getClassLoader(), type.getProtectionDomain())) {
                try {
                    instrumentation.retransformClasses(type);
                } catch (Exception | LinkageError e) {
                    failed(wanted, type.getClassLoader(), name, e);
                }
            }
        }
    }

    private static List<Applied> wanted(List<Applied> weavings, String type) {
        List<Applied> wanted = List.of();
        for (Applied each : weavings) {
            if (each.weaving().weaves(type)) {
                wanted = wanted.isEmpty() ? new ArrayList<>() : wanted;
                wanted.add(each);
            }
        }
        return wanted;
    }

    private byte @Nullable [] weave(
            List<Applied> wanted, String name, ClassLoader loader, Module module, byte[] bytes) {
        try {
            boolean linked = wanted.stream().anyMatch(each -> isLinked(each.weaving(), loader));
            AdvisedClass type = new AdvisedClass(name, loader, bytes, linked);
            List<Applied> done = new ArrayList<>();
            for (Applied each : wanted) {
                if (type.weave(each.weaving())) {
                    done.add(each);
                }
            }
            if (done.isEmpty()) {
                return null;
            }
            byte[] result = type.bytes();
            if (linked) {
                foreign.prepare(loader, module);
            }
            woven.add(name);
            for (Applied each : done) {
                each.status().addWoven(loader, name);
                details.accept("wove " + name + " (" + each.status().name() + ")");
            }
            return result;
        } catch (Throwable e) {
            failed(wanted, loader, name, e);
            return null;
        }
    }

    /**
     * Returns whether calls must be linked: the loader does not find the called classes, or these need its framework.
     */
    private boolean isLinked(Weaving weaving, ClassLoader loader) {
        return weaving.callsNameFramework() ? loader != OUR_LOADER : !sight.seesWovenCode(loader);
    }

    private void failed(List<Applied> wanted, ClassLoader loader, String type, Throwable cause) {
        for (Applied each : wanted) {
            if (each.status().addFailed(loader, type, cause)) {
                warnings.accept("cannot weave " + type + " (" + each.status().name() + "), which stays as it is: "
                        + cause + "; further failures are only counted");
            }
        }
    }

    /** Transforms each class on the thread that loads it. */
    private final class EachClass implements ClassFileTransformer {
        @Override
        public byte @Nullable [] transform(
                Module module,
                @Nullable ClassLoader loader,
                @Nullable String internalName,
                @Nullable Class<?> redefined,
                @Nullable ProtectionDomain domain,
                byte[] bytes) {
            if (loader == null || internalName == null) {
                return null;
            }
            String name = internalName.replace('/', '.');
            List<Applied> wanted = wanted(all, name);
            CountedClasses counts = counting;
            if ((wanted.isEmpty() && counts == null) || NeverWoven.contains(name, loader, domain) || busy.get()) {
                return null;
            }
            busy.set(true);
            try {
                byte[] done = wanted.isEmpty() ? null : weave(wanted, name, loader, module, bytes);
                // A class that is transformed again has been counted from the start, or never.
                if (counts == null
                        || !(redefined == null ? counts.wants(name, loader, domain, bytes) : woven.contains(name))
                        || !sight.seesWovenCode(loader)) {
                    return done;
                }
                woven.add(name);
                return counts.weave(bytes, done);
            } finally {
                busy.remove();
            }
        }
    }
}
