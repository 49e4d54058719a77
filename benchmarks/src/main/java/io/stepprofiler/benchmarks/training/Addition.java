package io.stepprofiler.benchmarks.training;

import ai.djl.pytorch.jni.JniUtils;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** Addition to a training step, with the limit of its cost. */
enum Addition {
    /** The error of the measurement itself. */
    NOTHING("nothing, which shows the error", "", Addition::nothing),
    /** Scopes alone. */
    PROFILE("a profile without sources", "", profile(builder -> builder)),
    /** Cost of libtorch's bare callback, for comparison. */
    TORCH_CALLBACK("a callback of libtorch that does nothing", "", () -> callback(false)),
    /** The bare callback, with the inputs collected for it. */
    TORCH_INPUTS("such a callback that wants inputs", "", () -> callback(true)),
    /** Operations with names and times. */
    TORCH_OPERATIONS(
            "PyTorch operations, beyond an empty callback",
            "",
            () -> callback(false),
            profile(builder -> builder.source(TorchSource.create()))),
    /** Operations with names, times, shapes and values. */
    TORCH_SHAPES(
            "PyTorch operations with shapes, beyond an empty callback that wants inputs",
            "2 %",
            () -> callback(true),
            profile(builder -> builder.source(TorchSource.create()).recordShapes(true))),
    /** Allocations and frees. */
    TORCH_MEMORY(
            "memory of PyTorch's tensors, beyond an empty callback",
            "1.5 %",
            () -> callback(false),
            profile(builder -> builder.source(TorchSource.memoryOnly()).profileMemory(true))),
    /** Operations with shapes, and memory, compared with no recording. */
    TORCH_ALL(
            "PyTorch operations with shapes, and memory",
            "",
            profile(builder ->
                    builder.source(TorchSource.create()).recordShapes(true).profileMemory(true))),
    /** Operations with shapes, and memory, of one step in five. */
    TORCH_SAMPLED("PyTorch operations with shapes, and memory, of one step in five", "5 %", sampled(5)),
    /** Operations with shapes, and memory, of one step in ten. */
    TORCH_SAMPLED_TEN("PyTorch operations with shapes, and memory, of one step in ten", "5 %", sampled(10)),
    /** Activity of the virtual machine. */
    FLIGHT_RECORDER("the flight recorder", "1 %", profile(builder -> builder.source(FlightRecorderSource.create()))),
    /** All sources that an agent adds by default, recording. */
    EVERYTHING(
            "PyTorch operations with shapes, memory, the flight recorder and its counters",
            "",
            profile(builder -> builder.source(TorchSource.create())
                    .source(FlightRecorderSource.create())
                    .source(JvmCounters.create())
                    .recordShapes(true)
                    .profileMemory(true))),
    /** DJL's own profiler, for comparison. */
    LEGACY("DJL's `startProfile`, with shapes", "", Addition::legacy);

    private final String what;
    private final String bar;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final PairedBlocks.Switch base;

    @SuppressWarnings("ImmutableEnumChecker")
    private final PairedBlocks.Switch addition;

    Addition(String what, String bar, PairedBlocks.Switch addition) {
        this(what, bar, Addition::nothing, addition);
    }

    Addition(String what, String bar, PairedBlocks.Switch base, PairedBlocks.Switch addition) {
        this.what = what;
        this.bar = bar;
        this.base = base;
        this.addition = addition;
    }

    String what() {
        return what;
    }

    String bar() {
        return bar;
    }

    /** Baseline that the addition is compared with. */
    PairedBlocks.Switch base() {
        return base;
    }

    PairedBlocks.Switch addition() {
        return addition;
    }

    private static AutoCloseable nothing() {
        return Addition::switchOffNothing;
    }

    private static void switchOffNothing() {}

    /** Records a window around the block; its assembly ends before the next block begins. */
    private static PairedBlocks.Switch profile(UnaryOperator<ProfileBuilder> options) {
        return () -> options.apply(Profile.builder()).synchronousDelivery(true).start();
    }

    /** As {@link #profile}, with steps, which the source counts. */
    private static PairedBlocks.Switch sampled(int every) {
        return () -> {
            Profile profile = Profile.builder()
                    .schedule(Schedule.builder().active(Integer.MAX_VALUE).build())
                    .source(TorchSource.create().everyNthStep(every))
                    .recordShapes(true)
                    .profileMemory(true)
                    .synchronousDelivery(true)
                    .start();
            return new PairedBlocks.Stepping() {
                @Override
                public void stepped() {
                    profile.step();
                }

                @Override
                public void close() {
                    profile.close();
                }
            };
        };
    }

    private static AutoCloseable callback(boolean inputs) {
        TorchLibrary.probe();
        Runnable end = TorchLibrary.callBackForNothing(inputs);
        return end::run;
    }

    private static AutoCloseable legacy() throws IOException {
        Path file = Files.createTempFile("legacy", ".json");
        JniUtils.startProfile(false, true, false);
        return () -> {
            JniUtils.stopProfile(file.toString());
            Files.delete(file);
        };
    }
}
