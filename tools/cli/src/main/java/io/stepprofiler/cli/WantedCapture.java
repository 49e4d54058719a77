package io.stepprofiler.cli;

import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.client.RemoteCapture;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a capture: steps or duration, and activities. */
final class WantedCapture {
    @Mixin
    private WantedSteps steps = new WantedSteps();

    @Option(names = "--memory", description = "record allocations and releases of memory")
    private boolean memory;

    @Option(names = "--shapes", description = "record the inputs of operations")
    private boolean shapes;

    @Option(names = "--stack", description = "record call stacks of scopes")
    private boolean stack;

    @Option(names = "--flops", description = "record floating point operations")
    private boolean flops;

    @Option(
            names = "--modules",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "record scopes of modules; --no-modules leaves them out")
    private boolean modules = true;

    @Option(
            names = "--jvm",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "record activity of the virtual machine, such as collections; --no-jvm leaves it out")
    private boolean jvm = true;

    /** Made by picocli. */
    WantedCapture() {}

    /** Rejects options that are invalid or cannot be combined. */
    void check(CommandLine line) {
        steps.check(line);
    }

    /** The first step, if it was given. */
    OptionalLong first() {
        return steps.first();
    }

    /** The capture with all options but the first step. */
    RemoteCapture capture(FileFormat format) {
        return steps.capture(format)
                .memory(memory)
                .shapes(shapes)
                .stacks(stack)
                .flops(flops)
                .modules(modules)
                .jvm(jvm);
    }
}
