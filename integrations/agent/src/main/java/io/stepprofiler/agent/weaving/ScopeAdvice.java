package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenMethods;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.BiFunction;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes each call of a method a scope. The woven code is two calls with a number, which are the whole cost while
 * nothing is recorded. Parameters are not copied for the second call, which reads none: compilers inline methods by
 * their size.
 */
public final class ScopeAdvice {
    private ScopeAdvice() {}

    /**
     * {@return a visitor that makes methods of a class scopes of one name} Methods without code and generated ones are
     * skipped, and methods beyond the limit of {@link WovenMethods#MAX_METHODS} names.
     *
     * @param methods the methods; no constructors
     * @param name name of the scopes
     */
    public static AsmVisitorWrapper scopes(ElementMatcher<? super MethodDescription> methods, String name) {
        return scopes(methods, (type, method) -> name);
    }

    /** Returns a visitor that makes methods scopes, each with its own name. */
    static AsmVisitorWrapper scopes(
            ElementMatcher<? super MethodDescription> methods,
            BiFunction<TypeDescription, MethodDescription, String> name) {
        return advice(AroundMethod.class, name)
                .on(written().and(ElementMatchers.isMethod()).and(methods).and(hasNumber(name)));
    }

    /** Returns a visitor that makes constructors scopes, each with its own name. */
    static AsmVisitorWrapper constructorScopes(
            ElementMatcher<? super MethodDescription> constructors,
            BiFunction<TypeDescription, MethodDescription, String> name) {
        return advice(AroundConstructor.class, name)
                .on(ElementMatchers.<MethodDescription>isConstructor()
                        .and(constructors)
                        .and(hasNumber(name)));
    }

    /** {@return a matcher of methods that have code and are not generated} */
    public static ElementMatcher.Junction<MethodDescription> written() {
        return ElementMatchers.not(
                ElementMatchers.isAbstract().or(ElementMatchers.isNative()).or(ElementMatchers.isSynthetic()));
    }

    private static ElementMatcher<MethodDescription> hasNumber(
            BiFunction<TypeDescription, MethodDescription, String> name) {
        return method -> WovenMethods.number(
                        name.apply(method.getDeclaringType().asErasure(), method))
                .isPresent();
    }

    private static Advice advice(Class<?> around, BiFunction<TypeDescription, MethodDescription, String> name) {
        return Advice.withCustomMapping().bind(new Numbers(name)).to(around);
    }

    /** Marks the parameter of an advice that gets the number of the woven method as a constant. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    private @interface MethodNumber {}

    /** Binds the numbers of woven methods. */
    private record Numbers(BiFunction<TypeDescription, MethodDescription, String> name)
            implements Advice.OffsetMapping.Factory<MethodNumber> {
        @Override
        public Class<MethodNumber> getAnnotationType() {
            return MethodNumber.class;
        }

        @Override
        public Advice.OffsetMapping make(
                ParameterDescription.InDefinedShape target,
                AnnotationDescription.Loadable<MethodNumber> annotation,
                AdviceType adviceType) {
            return (type, method, assigner, handler, sort) ->
                    new Advice.OffsetMapping.Target.ForStackManipulation(IntegerConstant.forValue(
                            WovenMethods.number(name.apply(type, method)).orElseThrow()));
        }
    }

    private static final class AroundMethod {
        @Advice.OnMethodEnter
        static long enter(@MethodNumber int number) {
            return WovenMethods.enter(number);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
        static void exit(@Advice.Enter long token) {
            WovenMethods.exit(token);
        }
    }

    /**
     * Advice around a constructor. It cannot catch before the superclass is constructed, so a constructor that throws
     * leaves its scope open.
     */
    private static final class AroundConstructor {
        @Advice.OnMethodEnter
        static long enter(@MethodNumber int number) {
            return WovenMethods.enter(number);
        }

        @Advice.OnMethodExit(backupArguments = false)
        static void exit(@Advice.Enter long token) {
            WovenMethods.exit(token);
        }
    }
}
