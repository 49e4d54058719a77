package io.stepprofiler.agent.weaving;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.agent.woven.PhaseSite;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Type;

/**
 * Calls in the step methods of a class, and in methods of the class that these call, which may be phases. Short methods
 * and bodies of lambdas count as part of the method that contains them. Code that opens scopes names its phases itself,
 * so its calls are no sites.
 */
final class StepCode {
    private static final String OURS = Profile.class.getPackageName() + ".";
    private static final String SCOPES = Type.getInternalName(Scope.class) + ".";

    /** A method with such calls; its caller is empty for a step method. */
    private record Part(String method, String caller) {}

    private final Map<String, MethodCode> methods;
    private final Set<String> steps = new HashSet<>();

    /** Callers of the sites in each method that has any. */
    private final Map<String, String> callers = new HashMap<>();

    /** Reads a class, which has step methods of a pattern. */
    StepCode(ClassReader reader, MethodPattern step) {
        methods = MethodCode.of(reader);
        Deque<Part> next = new ArrayDeque<>();
        String type = reader.getClassName() + ".";
        for (String method : methods.keySet()) {
            if (step.matchesMethod(method.substring(type.length(), method.indexOf('(')))) {
                steps.add(method);
                next.add(new Part(method, ""));
            }
        }
        while (!next.isEmpty()) {
            follow(next.remove(), next);
        }
        if (callers.keySet().stream().map(methods::get).anyMatch(StepCode::opensScopes)) {
            callers.clear();
        }
    }

    private static boolean opensScopes(MethodCode code) {
        return code.calls().stream().anyMatch(called -> called.startsWith(SCOPES));
    }

    private void follow(Part part, Deque<Part> next) {
        MethodCode code = methods.get(part.method());
        if (code == null || callers.putIfAbsent(part.method(), part.caller()) != null) {
            return;
        }
        code.lambdas().forEach(lambda -> next.addFirst(new Part(lambda, part.caller())));
        List<String> calls = code.calls();
        for (int call = 0; call < calls.size(); call++) {
            String called = calls.get(call);
            MethodCode own = methods.get(called);
            if (own == null || code.isInInnerLoop(call)) {
                continue;
            }
            if (own.isShort()) {
                next.addFirst(new Part(called, part.caller()));
            } else if (part.caller().isEmpty() && !steps.contains(called)) {
                next.addLast(new Part(called, called));
            }
        }
    }

    boolean hasSites(String method) {
        MethodCode code = methods.get(method);
        return code != null && !code.isLong() && callers.containsKey(method);
    }

    /** Returns the number of local variables of a method that has sites. */
    int variables(String method) {
        return Objects.requireNonNull(methods.get(method)).variables();
    }

    /**
     * Returns the site of a call in a method with sites; empty if the call cannot be a phase.
     *
     * @param call number of the call in the method, from 0
     */
    Optional<PhaseSite> site(String method, int call, String owner, String name, String descriptor) {
        String called = MethodCode.id(owner, name, descriptor);
        MethodCode own = methods.get(called);
        String caller = callers.getOrDefault(method, "");
        String type = owner.replace('/', '.');
        boolean phase = !owner.startsWith("[")
                && !NeverWoven.contains(type)
                && !(type.startsWith(OURS) && type.indexOf('.', OURS.length()) < 0)
                && !steps.contains(called)
                && !called.equals(caller)
                && (own == null || !own.isShort())
                && !Objects.requireNonNull(methods.get(method)).isInInnerLoop(call);
        return phase
                ? Optional.of(new PhaseSite(NamedMethods.scopeName(type, name), caller, called))
                : Optional.empty();
    }
}
