package io.stepprofiler.handlers.xplane;

import io.stepprofiler.analysis.window.VirtualLanes;
import io.stepprofiler.event.Device;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.rows.AllTracks;
import io.stepprofiler.handlers.rows.Earliest;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.Launchers;
import io.stepprofiler.handlers.rows.ModulePaths;
import io.stepprofiler.handlers.rows.NameKinds;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.ThreadNumbers;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Contents of a file: data shared by its parts, and their order. They can be written several times with the same
 * result.
 */
final class Contents {
    /** The only plane of a host whose lines viewers show; viewers require it. */
    private static final String HOST = "/host:CPU";

    final Trace trace;
    private final String hostName;
    final long base;
    final ModulePaths paths;
    final ForwardBackwardFlows flows;
    final Launchers launchers;
    final NameKinds kinds;
    final ThreadNumbers threads = new ThreadNumbers(1);
    final VirtualLanes lanes;
    final Plane host;
    /** Names of the operations that caused work, by correlation id. */
    final Map<Long, String> causes = new HashMap<>();

    final MemoryStats memory;

    private final List<TrackLines> onHost = new ArrayList<>();
    private final Map<Device, Plane> devices = new LinkedHashMap<>();
    private final Map<Plane, List<TrackLines>> onDevices = new HashMap<>();
    private final CounterLines counters;
    private final SampleLines samples;
    private final Plane environment;

    Contents(Trace trace, String hostName) {
        this.trace = trace;
        this.hostName = hostName;
        this.base = Earliest.nanos(trace);
        this.paths = new ModulePaths(trace);
        this.flows = new ForwardBackwardFlows(trace);
        this.launchers = new Launchers(trace, track -> track.device().isPresent());
        this.kinds = new NameKinds(trace);
        this.host = new Plane(1, HOST, trace, paths, base);
        this.memory = new MemoryStats(trace, host);
        this.counters = new CounterLines(trace, host);
        this.samples = new SampleLines(trace, host);
        Map<Long, List<NumberedStep>> steps = NumberedStep.byTrack(trace);
        Set<Long> others = new LinkedHashSet<>(steps.keySet());
        others.addAll(memory.byTrack().keySet());
        others.addAll(samples.byTrack().keySet());
        List<Track> tracks = AllTracks.of(trace, others);
        this.lanes = new VirtualLanes(tracks, steps.keySet());
        this.environment = new Plane(2 + layOut(tracks, steps), "Task Environment", trace, paths, base);
    }

    /** Returns the number of planes of devices. */
    private int layOut(List<Track> tracks, Map<Long, List<NumberedStep>> steps) {
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            List<NumberedStep> ofTrack = steps.getOrDefault(track.id(), List.of());
            if (track.device().isEmpty()) {
                onHost.add(new TrackLines(this, host, track, i, ofTrack));
            } else {
                Device device = track.device().get();
                Plane plane = devices.computeIfAbsent(
                        device, any -> new Plane(2L + devices.size(), name(device), trace, paths, base));
                onDevices
                        .computeIfAbsent(plane, any -> new ArrayList<>())
                        .add(new TrackLines(this, plane, track, i, ofTrack));
            }
        }
        return devices.size();
    }

    private static String name(Device device) {
        return switch (device.type()) {
            case CPU -> "/device:CUSTOM:host";
            case CUDA -> "/device:GPU:" + device.index();
        };
    }

    void write(MessageStream to, ExportMeter meter) throws IOException {
        host.begin(to);
        for (TrackLines lines : onHost) {
            lines.write(to, meter);
        }
        samples.write(lanes, to, meter);
        long notDrawable = counters.write(to, meter);
        host.end(to);
        for (Map.Entry<Device, Plane> device : devices.entrySet()) {
            Plane plane = device.getValue();
            plane.begin(to);
            DeviceCapabilities.write(trace, device.getKey(), plane, to);
            for (TrackLines lines : onDevices.getOrDefault(plane, List.of())) {
                lines.write(to, meter);
            }
            plane.end(to);
        }
        SummaryStats summary = new SummaryStats(trace);
        summary.writeEnvironment(environment, base, to);
        summary.writeDiagnostics(notDrawable, durationsLeftOut(), to.out());
        to.out().text(XSpaceFields.SPACE_HOSTNAME, hostName);
        to.finish();
    }

    private long durationsLeftOut() {
        return onHost.stream().mapToLong(TrackLines::pointCount).sum()
                + onDevices.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(TrackLines::pointCount)
                        .sum();
    }
}
