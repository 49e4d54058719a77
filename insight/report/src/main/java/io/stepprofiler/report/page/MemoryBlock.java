package io.stepprofiler.report.page;

import io.stepprofiler.analysis.memory.MemoryTimeline;
import io.stepprofiler.analysis.memory.MemoryTimelineOptions;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The timelines of memory: bytes by category over time, their peak, and memory that is never freed. The block of the
 * default device contains the timelines of the other devices.
 */
public final class MemoryBlock implements PageBlock {
    /** Name of the block. */
    public static final String NAME = "memory";

    /** Limit, because each further device costs as much time and space as the first. */
    private static final int MAX_OTHERS = 7;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void write(WindowAnalysis window, OutputStream out) throws IOException {
        Trace trace = window.trace();
        RecordingOptions recorded = trace.options();
        if (recorded.profileMemory() && trace.memory().size() > 0) {
            MemoryTimelineOptions options =
                    MemoryTimelineOptions.DEFAULT.withInferCategories(recorded.recordShapes() && recorded.withStack());
            List<Device> devices = trace.memory().devices();
            boolean hasUsual = devices.contains(Device.CPU) || devices.contains(Device.cuda(0));
            write(MemoryTimeline.of(trace, hasUsual ? options : options.withDevice(devices.get(0))), out);
        }
    }

    /**
     * Writes the block of a timeline, which contains the timelines of the other devices of its trace.
     *
     * @param timeline the timeline to show first
     * @param out destination; stays open
     * @throws IOException if writing fails
     */
    public static void write(MemoryTimeline timeline, OutputStream out) throws IOException {
        List<Device> devices = timeline.trace().memory().devices().stream()
                .filter(device -> !device.equals(timeline.device()))
                .toList();
        List<MemoryTimeline> others =
                devices.stream().limit(MAX_OTHERS).map(timeline::on).toList();
        new MemoryJson(timeline).write(others, devices.size() - others.size(), out);
    }
}
