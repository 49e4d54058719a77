package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventNameTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            SCOPE, aten::mm, '', '', aten.mm:mm
            SCOPE, aten::mm, '', encoder.layer.0, encoder/layer/0/aten.mm:mm
            SCOPE, forward, '', '', forward:forward
            SCOPE, AddmmBackward0, '', '', AddmmBackward0:AddmmBackward0
            SCOPE, addmmBackward0, '', '', addmmBackward0:AddmmBackward0
            SCOPE, autograd::engine::evaluate_function: MmBackward0, '', '', autograd.engine.evaluate_function. MmBackward0:mmbackward0
            SCOPE, train_batch, '', '', scope/train_batch:train_batch
            SCOPE, testing, '', net, net/testing:testing
            SCOPE, TraceContext, '', '', scope/TraceContext:TraceContext
            SCOPE, Optimizer.step#SGD.step, '', '', Optimizer.step#SGD.step:step
            SCOPE, '', '', '', .:_
            SCOPE, '::', '', '', .:__
            SCOPE, größe, '', net, net/größe:gr__e
            SCOPE, _private, '', '', _private:_private
            SCOPE, 2nd pass, '', '', 2nd pass:_2nd_pass
            COMMUNICATION, gloo:all_reduce, '', '', gloo.all_reduce:all_reduce
            MODULE, encoder.layer.0, Linear, encoder.layer.0, encoder/layer/0:Linear
            MODULE, net, '', net, net:Module
            DATA_LOADER, enumerate(DataLoader)#Ticks.__next__, '', '', IteratorGetNext/enumerate_DataLoader__Ticks.__next__:IteratorGetNext
            WAIT, park, '', '', park
            WAIT, wait: lock, '', '', wait. lock
            VIRTUAL_MACHINE, G1 Young, '', '', G1 Young
            VIRTUAL_MACHINE, '', '', '', _
            RUNTIME, cudaLaunchKernel, '', '', cudaLaunchKernel
            """)
    void name_onAThread_isWhatToolsTakeTheKindFor(
            EventKind kind, String text, String type, String path, String expected) {
        assertThat(EventName.onThread(kind, text, type, path)).isEqualTo(expected);
    }

    @Test
    void name_ofACopyOnADevice_isWithoutTheSpaceThatHidesItsDirection() {
        assertThat(EventName.onDevice(EventKind.MEMORY_COPY, "Memcpy HtoD (Pageable -> Device)"))
                .isEqualTo("MemcpyHtoD (Pageable -> Device)");
        assertThat(EventName.onDevice(EventKind.KERNEL, "void at::native::gemm<float, 3>(int)"))
                .isEqualTo("void at::native::gemm<float, 3>(int)");
    }
}
