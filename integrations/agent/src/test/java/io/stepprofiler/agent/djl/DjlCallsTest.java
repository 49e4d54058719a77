package io.stepprofiler.agent.djl;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.agent.weaving.MethodCalls;
import io.stepprofiler.agent.weaving.WovenCall;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DjlCallsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ai.djl.nn.AbstractBaseBlock",
                "ai.djl.pytorch.engine.PtEngineProvider",
                "ai.djl.training.Trainer",
                "ai.djl.training.dataset.DataIterable",
                "ai.djl.training.dataset.StackDataIterable",
                "ai.djl.training.listener.EvaluatorTrainingListener",
                "ai.djl.training.loss.L2Loss",
                "ai.djl.pytorch.engine.PtGradientCollector",
                "ai.djl.pytorch.engine.PtNDArray"
            })
    void calls_ofAClass_areThereWithTheirOperands(String type) throws Exception {
        DjlWeaving weaving = new DjlWeaving(true);
        assertThat(weaving.weaves(type)).isTrue();
        List<MethodCalls> around = weaving.calls(type);
        assertThat(around).isNotEmpty();
        for (MethodCalls each : around) {
            for (WovenCall call :
                    Stream.concat(each.enter().stream(), each.exit().stream()).toList()) {
                assertThere(call);
            }
        }
    }

    private static void assertThere(WovenCall call) throws ReflectiveOperationException {
        MethodType method = MethodType.fromMethodDescriptorString(call.descriptor(), null);
        Class<?> owner = Class.forName(call.owner().replace('/', '.'));
        assertThat(owner.getPackageName()).endsWith(".woven");
        assertThat(MethodHandles.publicLookup()
                        .findStatic(owner, call.name(), method)
                        .type())
                .isEqualTo(method);
        assertThat(call.operands()).hasSize(method.parameterCount());
    }
}
