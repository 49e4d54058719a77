package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XEventNameTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            SCOPE, aten::mm, '', '', aten::mm, aten.mm:mm
            SCOPE, aten::mm, '', encoder.layer.0, aten::mm, encoder/layer/0/aten.mm:mm
            SCOPE, k1(b=4), '', '', k1(b=4), k1(b=4):k1_b_4_
            SCOPE, forward, '', '', forward, forward:forward
            SCOPE, AddmmBackward0, '', '', AddmmBackward0, AddmmBackward0:AddmmBackward0
            SCOPE, addmmBackward0, '', '', addmmBackward0, addmmBackward0:AddmmBackward0
            SCOPE, evaluate: MmBackward0, '', '', evaluate: MmBackward0, evaluate. MmBackward0:mmbackward0
            SCOPE, train_batch, '', '', train_batch, train_batch:train_batch
            SCOPE, Optimizer.step#SGD.step, '', '', Optimizer.step#SGD.step, Optimizer.step#SGD.step:step
            SCOPE, '', '', '', _, .:_
            SCOPE, '::', '', '', '::', .:__
            SCOPE, größe, '', net, größe, net/größe:gr__e
            SCOPE, _private, '', '', _private, _private:_private
            SCOPE, 2nd pass, '', '', 2nd pass, 2nd pass:_2nd_pass
            SCOPE, my loss:Mean, '', '', my loss:Mean, my loss.Mean:mean
            MODULE, encoder.layer.0, Linear, encoder.layer.0, encoder.layer.0, encoder/layer/0:Linear
            MODULE, conv, Conv2d, net.conv, conv, net/conv:Conv2d
            MODULE, net, '', net, net, net:Module
            WAIT, park, '', '', park, ''
            WAIT, testing, '', '', scope/testing, ''
            WAIT, wait: lock, '', '', wait. lock, ''
            VIRTUAL_MACHINE, G1 Young, '', '', G1 Young, ''
            VIRTUAL_MACHINE, '', '', '', _, ''
            RUNTIME, cudaLaunchKernel, '', '', cudaLaunchKernel, ''
            """)
    void event_onAThread_hasItsNameAndTheOperationThatToolsCount(
            EventKind kind, String text, String type, String path, String name, String operation) {
        assertThat(XEventName.onThread(kind, text)).isEqualTo(name);
        assertThat(XEventName.operation(kind, text, type, path)).isEqualTo(operation);
    }

    /** Tools would count them twice if they were told the operation, too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scope/Op1:Op1",
                "gloo:all_reduce",
                "my loss:mean",
                "jit(f)/mul:",
                "mul:mul[axis=0]",
                "Iterator::Batch",
                "MEMCPYHtoD"
            })
    void name_thatToolsCountByItself_isTheOperation(String name) {
        assertThat(XEventName.onThread(EventKind.SCOPE, name)).isEqualTo(name);
        assertThat(XEventName.operation(EventKind.SCOPE, name, "", "net")).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            enumerate(DataLoader)#Ticks.__next__, IteratorGetNext/enumerate_DataLoader__Ticks.__next__:IteratorGetNext
            IteratorGetNext/next:IteratorGetNext, IteratorGetNext/next:IteratorGetNext
            """)
    void loadingOfData_isKnownByItsName(String text, String name) {
        assertThat(XEventName.onThread(EventKind.DATA_LOADER, text)).isEqualTo(name);
        assertThat(XEventName.operation(EventKind.DATA_LOADER, text, "", "net")).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"aten.empty:empty, aten.empty (memory)", "MEMCPYHtoD, MEMCPYHtoD (memory)"})
    void operation_ofMemory_isNoCallOfIt(String operation, String ofMemory) {
        assertThat(XEventName.ofMemory(operation)).isEqualTo(ofMemory);
    }

    @Test
    void name_ofACopyOnADevice_isWithoutTheSpaceThatHidesItsDirection() {
        assertThat(XEventName.onDevice(EventKind.MEMORY_COPY, "Memcpy HtoD (Pageable -> Device)"))
                .isEqualTo("MemcpyHtoD (Pageable -> Device)");
        assertThat(XEventName.onDevice(EventKind.KERNEL, "void at::native::gemm<float, 3>(int)"))
                .isEqualTo("void at::native::gemm<float, 3>(int)");
    }
}
