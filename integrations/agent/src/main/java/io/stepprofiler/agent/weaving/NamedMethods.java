package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenMethods;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes each call of the methods that patterns name a scope, called by the simple name of the class and the name of the
 * method. Abstract, native and generated methods have none.
 */
public final class NamedMethods implements Weaving {
    private final List<MethodPattern> patterns;
    private final Map<MethodPattern, Boolean> found = new ConcurrentHashMap<>();

    /**
     * Weaves what the patterns name.
     *
     * @param patterns which methods
     */
    public NamedMethods(List<MethodPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    @Override
    public String name() {
        return "methods";
    }

    @Override
    public ElementMatcher<TypeDescription> types() {
        return type -> patterns.stream().anyMatch(pattern -> pattern.matchesType(type.getName()));
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        ElementMatcher.Junction<MethodDescription> named = ElementMatchers.<MethodDescription>not(
                        ElementMatchers.isAbstract()
                                .or(ElementMatchers.isNative())
                                .or(ElementMatchers.isSynthetic()))
                .and(method -> isNamed(type.getName(), method.getInternalName()));
        return builder.visit(advice(AroundMethod.class).on(named.and(ElementMatchers.isMethod())))
                .visit(advice(AroundConstructor.class).on(named.and(ElementMatchers.isConstructor())));
    }

    /** {@return the patterns for which no method has been found so far} */
    public List<MethodPattern> unmatched() {
        return patterns.stream().filter(pattern -> !found.containsKey(pattern)).toList();
    }

    private boolean isNamed(String type, String method) {
        boolean named = false;
        for (MethodPattern pattern : patterns) {
            if (pattern.matchesType(type) && pattern.matchesMethod(method)) {
                found.put(pattern, true);
                named = true;
            }
        }
        return named && WovenMethods.number(scopeName(type, method)).isPresent();
    }

    private static String scopeName(String type, String method) {
        return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + method;
    }

    private static Advice advice(Class<?> type) {
        return Advice.withCustomMapping()
                .bind(new Advice.OffsetMapping.Factory<MethodNumber>() {
                    @Override
                    public Class<MethodNumber> getAnnotationType() {
                        return MethodNumber.class;
                    }

                    @Override
                    public Advice.OffsetMapping make(
                            ParameterDescription.InDefinedShape target,
                            AnnotationDescription.Loadable<MethodNumber> annotation,
                            AdviceType adviceType) {
                        return NamedMethods::numberOf;
                    }
                })
                .to(type);
    }

    private static Advice.OffsetMapping.Target numberOf(
            TypeDescription type,
            MethodDescription method,
            Assigner assigner,
            Advice.ArgumentHandler handler,
            Advice.OffsetMapping.Sort sort) {
        int number = WovenMethods.number(scopeName(type.getName(), method.getInternalName()))
                .orElseThrow();
        return new Advice.OffsetMapping.Target.ForStackManipulation(IntegerConstant.forValue(number));
    }

    private static final class AroundMethod {
        @Advice.OnMethodEnter
        static long enter(@MethodNumber int number) {
            return WovenMethods.enter(number);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long token) {
            WovenMethods.exit(token);
        }
    }

    /** Nothing may be caught before the superclass has been constructed: a constructor that throws leaves its scope open. */
    private static final class AroundConstructor {
        @Advice.OnMethodEnter
        static long enter(@MethodNumber int number) {
            return WovenMethods.enter(number);
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Enter long token) {
            WovenMethods.exit(token);
        }
    }
}
