package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;

/** Woven after the execution of any operation. It becomes code of ND4J's classes. */
final class AfterOp {
    private AfterOp() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter long token) {
        WovenOperations.end(token);
    }
}
