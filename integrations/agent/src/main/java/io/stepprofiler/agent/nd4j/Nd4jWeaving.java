package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.weaving.ScopeAdvice;
import io.stepprofiler.agent.weaving.Weaving;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Weaving of ND4J's operations with the shapes of their inputs: operations of its executioners, and matrix products,
 * which bypass the executioners.
 */
public final class Nd4jWeaving implements Weaving {
    private static final Set<String> EXECUTIONERS = Set.of(
            "org.nd4j.linalg.cpu.nativecpu.ops.NativeOpExecutioner",
            "org.nd4j.linalg.jcublas.ops.executioner.CudaExecutioner");
    private static final Set<String> PRODUCTS =
            Set.of("org.nd4j.linalg.api.blas.impl.BaseLevel2", "org.nd4j.linalg.api.blas.impl.BaseLevel3");

    private static final String OPS = "org.nd4j.linalg.api.ops.";
    private static final String CUSTOM_OP = OPS + "CustomOp";
    private static final Set<String> OP_TYPES = Set.of(
            OPS + "Op",
            OPS + "BroadcastOp",
            OPS + "IndexAccumulation",
            OPS + "RandomOp",
            OPS + "ReduceOp",
            OPS + "ScalarOp",
            OPS + "impl.summarystats.Variance");

    /** Weaves all operations. */
    public Nd4jWeaving() {}

    @Override
    public String name() {
        return "nd4j";
    }

    @Override
    public boolean weaves(String type) {
        return EXECUTIONERS.contains(type) || PRODUCTS.contains(type);
    }

    @Override
    public DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, TypeDescription type) {
        return PRODUCTS.contains(type.getName())
                ? builder.visit(around(
                                BeforeProduct.class,
                                "gemm",
                                method -> method.getParameters().size() >= 7))
                        .visit(around(
                                BeforeProduct.class,
                                "gemv",
                                method -> method.getParameters().size() == 7))
                : builder.visit(around(BeforeOp.class, "exec", method -> OP_TYPES.contains(firstType(method))))
                        .visit(around(
                                BeforeCustomOp.class,
                                "exec",
                                method -> firstType(method).equals(CUSTOM_OP)));
    }

    private static AsmVisitorWrapper around(Class<?> before, String name, ElementMatcher<MethodDescription> overloads) {
        return Advice.to(before, AfterOp.class)
                .on(ScopeAdvice.written()
                        .and(ElementMatchers.isPublic())
                        .and(ElementMatchers.named(name))
                        .and(overloads));
    }

    private static String firstType(MethodDescription method) {
        return method.getParameters().isEmpty()
                ? ""
                : method.getParameters().get(0).getType().asErasure().getName();
    }
}
