package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenSteps;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes each call of the methods that a pattern names a step, whether it returns or throws; a nested call on the same
 * thread is part of that step. The first step begins with the first call.
 */
public final class StepMethod implements Weaving {
    /** Origin of these steps. */
    public static final String ORIGIN = "step";

    private final MethodPattern pattern;
    private final boolean phases;
    private volatile boolean found;

    /**
     * Weaves the methods that a pattern names.
     *
     * @param pattern the pattern
     * @param phases whether calls in these methods may become phases, see {@link PhaseCalls}
     */
    public StepMethod(MethodPattern pattern, boolean phases) {
        this.pattern = pattern;
        this.phases = phases;
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
        return named;
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
