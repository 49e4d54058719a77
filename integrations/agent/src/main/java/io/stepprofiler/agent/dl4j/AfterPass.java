package io.stepprofiler.agent.dl4j;

import io.stepprofiler.agent.woven.WovenModules;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven after either pass of a layer. It becomes code of Deeplearning4j's class. */
final class AfterPass {
    private AfterPass() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object opened) {
        WovenModules.close(opened);
    }
}
