package io.stepprofiler.agent.weaving;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Makes each call of the methods that patterns name a scope, named after the simple name of the class and the method.
 * Abstract, native and generated methods get no scope.
 */
public final class NamedMethods implements Weaving {
    private final List<MethodPattern> patterns;
    private final Set<MethodPattern> found = ConcurrentHashMap.newKeySet();

    /**
     * Weaves the methods that patterns name.
     *
     * @param patterns the patterns
     */
    public NamedMethods(List<MethodPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    @Override
    public String name() {
        return "methods";
    }

    @Override
    public boolean weaves(String type) {
        for (MethodPattern pattern : patterns) {
            if (pattern.matchesType(type)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        ElementMatcher<MethodDescription> named =
                ScopeAdvice.written().and(method -> isNamed(type.getName(), method.getInternalName()));
        return type.getDeclaredMethods().filter(named).isEmpty()
                ? builder
                : builder.visit(ScopeAdvice.scopes(named, NamedMethods::scopeName))
                        .visit(ScopeAdvice.constructorScopes(named, NamedMethods::scopeName));
    }

    @Override
    public List<String> unmatched() {
        return patterns.stream()
                .filter(pattern -> !found.contains(pattern))
                .map(MethodPattern::toString)
                .toList();
    }

    private boolean isNamed(String type, String method) {
        boolean named = false;
        for (MethodPattern pattern : patterns) {
            if (pattern.matchesType(type) && pattern.matchesMethod(method)) {
                found.add(pattern);
                named = true;
            }
        }
        return named;
    }

    private static String scopeName(TypeDescription type, MethodDescription method) {
        return scopeName(type.getName(), method.getInternalName());
    }

    /** Returns the name of the scopes of a method of a class. */
    static String scopeName(String type, String method) {
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + method;
    }
}
