package io.stepprofiler.agent.samediff;

import io.stepprofiler.agent.woven.WovenModules;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Woven after the execution of a node of a graph. It becomes code of SameDiff's class. */
final class AfterNode {
    private AfterNode() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object opened) {
        WovenModules.close(opened);
    }
}
