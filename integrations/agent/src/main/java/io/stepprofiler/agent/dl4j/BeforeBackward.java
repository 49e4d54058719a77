package io.stepprofiler.agent.dl4j;

import io.stepprofiler.Scope;
import io.stepprofiler.agent.woven.WovenModules;
import net.bytebuddy.asm.Advice;
import org.deeplearning4j.nn.api.Layer;
import org.jspecify.annotations.Nullable;

/** Woven before the backward pass of a layer. It becomes code of Deeplearning4j's class. */
final class BeforeBackward {
    private BeforeBackward() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static WovenModules.@Nullable Opened enter(@Advice.This Layer layer) {
        return Scope.isRecording()
                ? WovenModules.backward(layer, layer.conf().getLayer().getLayerName())
                : null;
    }
}
