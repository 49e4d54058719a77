package io.stepprofiler.averages;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Set;

/**
 * Measurements of a trace besides the time of the host.
 *
 * @param deviceTime whether devices worked
 * @param memory whether memory was allocated or freed
 * @param deviceMemory whether memory of devices was allocated or freed
 * @param sampledTime whether there are samples of running threads
 * @param sampledAllocation whether there are samples of the allocation of Java objects
 */
record TraceMeasurements(
        boolean deviceTime, boolean memory, boolean deviceMemory, boolean sampledTime, boolean sampledAllocation) {
    static final TraceMeasurements NOTHING = new TraceMeasurements(false, false, false, false, false);

    static TraceMeasurements in(Trace trace) {
        boolean deviceTime =
                trace.tracks().stream().anyMatch(track -> track.device().isPresent() && track.size() > 0);
        MemoryEvents events = trace.memory();
        boolean memory = false;
        boolean deviceMemory = false;
        for (int i = 0; i < events.size() && !deviceMemory; i++) {
            if (events.action(i) == MemoryAction.ALLOCATE || events.action(i) == MemoryAction.FREE) {
                memory = true;
                deviceMemory = events.device(i).type() != Device.Type.CPU;
            }
        }
        Set<SampleKind> sampled = trace.samples().kinds();
        boolean sampledTime = sampled.stream().anyMatch(kind -> kind != SampleKind.ALLOCATION);
        return new TraceMeasurements(
                deviceTime, memory, deviceMemory, sampledTime, sampled.contains(SampleKind.ALLOCATION));
    }

    void write(WireWriter out) {
        out.flag(1, deviceTime);
        out.flag(2, memory);
        out.flag(3, deviceMemory);
        out.flag(4, sampledTime);
        out.flag(5, sampledAllocation);
    }

    static TraceMeasurements read(WireReader in) throws IOException {
        boolean[] flags = new boolean[6];
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field < flags.length) {
                flags[field] = in.flag();
            } else {
                in.skip();
            }
        }
        return new TraceMeasurements(flags[1], flags[2], flags[3], flags[4], flags[5]);
    }

    TraceMeasurements and(TraceMeasurements other) {
        return new TraceMeasurements(
                deviceTime || other.deviceTime,
                memory || other.memory,
                deviceMemory || other.deviceMemory,
                sampledTime || other.sampledTime,
                sampledAllocation || other.sampledAllocation);
    }
}
