package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenSteps;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes each call of the methods that a pattern names a step, whether it returns or throws; a nested call on the same
 * thread is part of that step. The first step begins with the first call.
 *
 * <p>A suspending function of Kotlin is refused: it returns at each suspension, and is called again only if it goes on,
 * so neither its calls nor its returns are steps.
 */
public final class StepMethod implements Weaving {
    /** Origin of these steps. */
    public static final String ORIGIN = "step";

    private final MethodPattern pattern;
    private final boolean phases;
    private final Consumer<String> warnings;
    private final AtomicBoolean refused = new AtomicBoolean();
    private volatile boolean found;

    /**
     * Weaves the methods that a pattern names.
     *
     * @param pattern the pattern
     * @param phases whether calls in these methods may become phases, see {@link PhaseCalls}
     * @param warnings receives the first refused method; on any thread
     */
    public StepMethod(MethodPattern pattern, boolean phases, Consumer<String> warnings) {
        this.pattern = pattern;
        this.phases = phases;
        this.warnings = warnings;
    }

    @Override
    public String name() {
        return ORIGIN;
    }

    @Override
    public boolean weaves(String type) {
        return pattern.matchesType(type);
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        ElementMatcher<MethodDescription> named =
                ScopeAdvice.written().and(ElementMatchers.isMethod()).and(this::isNamed);
        if (type.getDeclaredMethods().filter(named).isEmpty()) {
            return builder;
        }
        DynamicType.Builder<?> steps = builder.visit(Advice.to(AroundStep.class).on(named));
        return phases ? steps.visit(new PhaseCalls(pattern)) : steps;
    }

    @Override
    public List<String> unmatched() {
        return found ? List.of() : List.of(pattern.toString());
    }

    private boolean isNamed(MethodDescription method) {
        boolean named = pattern.matchesMethod(method.getInternalName());
        if (named) {
            found = true;
        }
        if (!named || !suspends(method.getInternalName(), method.getDescriptor())) {
            return named;
        }
        if (refused.compareAndSet(false, true)) {
            warnings.accept("step=" + pattern + " does not count calls of "
                    + method.getDeclaringType().getTypeName() + "." + method.getInternalName()
                    + ", a suspending function of Kotlin, which returns at each suspension and not only at its end: name"
                    + " a function that does not suspend and is called once in each step");
        }
        return false;
    }

    /** True for suspending functions and lambdas. The name of Kotlin's package is not ours to write: shading changes it. */
    static boolean suspends(String method, String descriptor) {
        return method.equals("invokeSuspend") || descriptor.contains("/coroutines/Continuation;)");
    }

    private static final class AroundStep {
        @Advice.OnMethodEnter
        static void enter() {
            WovenSteps.enter(ORIGIN);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit() {
            WovenSteps.exit(ORIGIN);
        }
    }
}
