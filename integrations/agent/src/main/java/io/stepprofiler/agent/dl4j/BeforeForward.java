package io.stepprofiler.agent.dl4j;

import io.stepprofiler.agent.woven.WovenModules;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.deeplearning4j.nn.api.Layer;
import org.jspecify.annotations.Nullable;

/** Woven before the forward pass of a layer. It becomes code of Deeplearning4j's class. */
final class BeforeForward {
    private BeforeForward() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.This(typing = Assigner.Typing.DYNAMIC) Object layer) {
        return WovenModules.isWanted()
                ? WovenModules.forward(layer, ((Layer) layer).conf().getLayer().getLayerName())
                : null;
    }
}
