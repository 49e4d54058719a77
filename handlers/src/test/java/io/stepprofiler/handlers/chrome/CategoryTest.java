package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.TraceBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CategoryTest {
    @ParameterizedTest
    @CsvSource({
        "SCOPE, forward, OPERATION",
        "SCOPE, ProfilerStep#1, OPERATION",
        "SCOPE, Optimizer.step#SGD.step, OPTIMIZER_STEP",
        "SCOPE, Optimizer.zero_grad#SGD.zero_grad, ZERO_GRAD",
        "SCOPE, Optimizer.reset, OPERATION",
        "SCOPE, Optimizer.step, OPERATION",
        "SCOPE, torch/nn/functional.py(3835): mse_loss, PYTHON",
        "SCOPE, <string>(1): <module>, PYTHON",
        "SCOPE, <built-in method run_backward of object at 0x7f>, PYTHON",
        "SCOPE, load.py, OPERATION",
        "SCOPE, <lambda>(x), OPERATION",
        "SCOPE, Optimizer.stepSize, OPERATION",
        "SCOPE, enumerate(DataLoader)#It.__next__, DATA_LOADER",
        "SCOPE, enumerate(DataPipe)#It, DATA_LOADER",
        "SCOPE, gloo:all_reduce, COLLECTIVE",
        "SCOPE, nccl:broadcast, COLLECTIVE",
        "COMMUNICATION, mine, COLLECTIVE",
        "COMMUNICATION, ProfilerStep#x, COLLECTIVE",
        "DATA_LOADER, ProfilerStep#x, DATA_LOADER",
        "MODULE, ProfilerStep#x, MODULE",
        "RUNTIME, cudaLaunchKernel, RUNTIME",
        "WAIT, park, WAIT",
        "WAIT, ProfilerStep#x, WAIT",
        "WAIT, nccl:all_reduce, WAIT",
        "VIRTUAL_MACHINE, G1 Young, VIRTUAL_MACHINE",
        "PROFILER, handlers of window 1, PROFILER",
        "PROFILER, Buffer Flush, OVERHEAD",
        "RUNTIME, cuLaunchKernelEx, DRIVER",
        "RUNTIME, custom, RUNTIME",
        "VIRTUAL_MACHINE, enumerate(DataLoader)#It.__next__, VIRTUAL_MACHINE",
        "KERNEL, sgemm, OPERATION",
        "MEMORY_COPY, Memcpy, OPERATION",
        "MEMORY_SET, ProfilerStep#x, OPERATION",
    })
    void category_onAThread_isThatOfKindAndName(EventKind kind, String name, Category expected) {
        assertThat(Category.onThread(kind, name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "KERNEL, sgemm, KERNEL",
        "COMMUNICATION, nccl:all_reduce, KERNEL",
        "MEMORY_COPY, Memcpy, MEMORY_COPY",
        "MEMORY_SET, Memset, MEMORY_SET",
        "SCOPE, forward, DEVICE_SCOPE",
        "SCOPE, ProfilerStep#3, DEVICE_SCOPE",
        "SCOPE, Optimizer.step#SGD.step, MISNAMED",
        "SCOPE, enumerate(DataPipe)#It, MISNAMED",
        "MODULE, gloo:all_reduce, MISNAMED",
        "MODULE, net, DEVICE_SCOPE",
        "RUNTIME, Stream Sync, SYNCHRONIZATION",
        "WAIT, park, DEVICE_SCOPE",
        "VIRTUAL_MACHINE, pause, DEVICE_SCOPE",
    })
    void category_onADevice_isThatOfKindAndName(EventKind kind, String name, Category expected) {
        assertThat(Category.onDevice(kind, name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"WAIT, jvm_wait", "VIRTUAL_MACHINE, jvm", "FUNCTION, function"})
    void event_ofTheVirtualMachine_hasACategoryThatNoViewerTakesForAnOperation(EventKind kind, String text) {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("x", kind, ""), 0, 10);
        builder.lane("GC").add(builder.nameId("x", kind, ""), 0, 10);

        assertThat(Exported.json(builder.build()).slices())
                .extracting(Exported.Slice::category)
                .containsExactly(text, text);
        assertThat(Category.onThread(kind, "x").launches()).isFalse();
        assertThat(Category.onThread(kind, "x").isWork()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "It, enumerate(DataLoader)#It.__next__",
        "enumerate(DataPipe)#It, enumerate(DataPipe)#It",
        "enumerate(DataLoader)#It.__next__, enumerate(DataLoader)#It.__next__",
        "enumerate(DataLoader)#It, enumerate(DataLoader)#enumerate(DataLoader)#It.__next__",
    })
    void dataLoaderName_always_isOneThatViewersKnow(String name, String expected) {
        assertThat(DataLoaderName.of(name)).isEqualTo(expected);
    }
}
