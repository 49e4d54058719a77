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
 * The calls of the PyTorch engine's operations from Java. There are hundreds of them, and where its library itself
 * reports operations the calls are not needed, so that they are woven once they are.
 */
public final class DjlOperations implements Weaving {
    /** The class whose methods they are. */
    public static final String TYPE = "ai.djl.pytorch.jni.JniUtils";

    private volatile boolean wanted;

    /**
     * Weaves them.
     *
     * @param wanted whether it is known from the start
     */
    public DjlOperations(boolean wanted) {
        this.wanted = wanted;
    }

    /** From now on they are woven; {@link #TYPE} if it is there already has to be woven then. */
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

    /** Whether a method of the engine's library makes an array, or does something to one: others only look at one. */
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

    /** Around an operation; its arguments are put together only if it is recorded. */
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
