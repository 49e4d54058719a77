package io.stepprofiler.agent.samediff;

import io.stepprofiler.agent.woven.WovenModules;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;
import org.nd4j.autodiff.functions.DifferentialFunction;

/** Woven before the execution of a node of a graph. It becomes code of SameDiff's class. */
final class BeforeNode {
    private BeforeNode() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object function) {
        return WovenModules.isWanted()
                ? WovenModules.forward(function, ((DifferentialFunction) function).getOwnName())
                : null;
    }
}
