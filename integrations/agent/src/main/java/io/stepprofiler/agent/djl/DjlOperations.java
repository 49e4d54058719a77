package io.stepprofiler.agent.djl;

import static net.bytebuddy.matcher.ElementMatchers.isPublic;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;

import io.stepprofiler.agent.weaving.Weaving;
import io.stepprofiler.djl.woven.WovenEngineCalls;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Calls of the PyTorch engine's operations from Java. There are hundreds of them, which are not needed if the native
 * library reports operations; so they are woven only once they are needed.
 */
public final class DjlOperations implements Weaving {
    /** Class that declares the operations. */
    public static final String TYPE = "ai.djl.pytorch.jni.JniUtils";

    private volatile boolean wanted;

    /**
     * Creates the weaving.
     *
     * @param wanted whether operations are woven from the start
     */
    public DjlOperations(boolean wanted) {
        this.wanted = wanted;
    }

    /** Weaves operations from now on; {@link #TYPE} must be transformed again if it is already loaded. */
    public void want() {
        wanted = true;
    }

    @Override
    public String name() {
        return "djl operations";
    }

    @Override
    public boolean weaves(String type) {
        return wanted && type.equals(TYPE);
    }

    @Override
    public boolean callsNameFramework() {
        return true;
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        return builder.visit(Advice.to(AroundOperation.class).on(DjlOperations::isOperation));
    }

    /** Returns whether a method of the engine's library makes or changes arrays; others only read them. */
    private static boolean isOperation(MethodDescription method) {
        if (!isPublic().and(isStatic()).matches(method)) {
            return false;
        }
        String result = method.getReturnType().asErasure().getName();
        return isArray(result)
                || (result.equals("void")
                        && method.getParameters().asTypeList().asErasures().stream()
                                .anyMatch(type -> isArray(type.getName())));
    }

    private static boolean isArray(String type) {
        return type.equals("ai.djl.pytorch.engine.PtNDArray") || type.equals("ai.djl.ndarray.NDList");
    }

    /** Advice around an operation, whose arguments are collected only if it is recorded. */
    private static final class AroundOperation {
        @Advice.OnMethodEnter
        static long enter(@Advice.Origin("#m") String name, @Advice.AllArguments Object[] arguments) {
            return WovenEngineCalls.isWanted() ? WovenEngineCalls.enter(name, arguments) : 0L;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long token) {
            WovenEngineCalls.exit(token);
        }
    }
}
