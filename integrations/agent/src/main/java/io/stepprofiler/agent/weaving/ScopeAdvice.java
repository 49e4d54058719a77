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
 * Makes each call of a method a scope. What is woven in is two calls with a number, which is all that a method costs
 * while nothing is recorded. Parameters are not copied for the second, which reads none: what a compiler inlines goes by
 * the size of a method.
 */
public final class ScopeAdvice {
    private ScopeAdvice() {}

    /**
     * {@return what to visit a class with, so that its methods are scopes of one name} Methods without code and
     * generated ones are left alone, and those beyond the limit of {@link WovenMethods#MAX_METHODS} names.
     *
     * @param methods which methods; no constructors
     * @param name what their scopes are called
     */
    public static AsmVisitorWrapper scopes(ElementMatcher<? super MethodDescription> methods, String name) {
        return scopes(methods, (type, method) -> name);
    }

    /** The same with a name for each method. */
    static AsmVisitorWrapper scopes(
            ElementMatcher<? super MethodDescription> methods,
            BiFunction<TypeDescription, MethodDescription, String> name) {
        return advice(AroundMethod.class, name)
                .on(written().and(ElementMatchers.isMethod()).and(methods).and(hasNumber(name)));
    }

    /** The same for constructors. */
    static AsmVisitorWrapper constructorScopes(
            ElementMatcher<? super MethodDescription> constructors,
            BiFunction<TypeDescription, MethodDescription, String> name) {
        return advice(AroundConstructor.class, name)
                .on(ElementMatchers.<MethodDescription>isConstructor()
                        .and(constructors)
                        .and(hasNumber(name)));
    }

    /** {@return the methods with code of their own} */
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

    /** Puts the numbers in. */
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
     * Nothing may be caught before the superclass has been constructed: a constructor that throws leaves its scope
     * open.
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
