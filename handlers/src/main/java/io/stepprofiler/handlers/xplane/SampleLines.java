package io.stepprofiler.handlers.xplane;

import io.stepprofiler.analysis.window.VirtualLanes;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the samples of call stacks on one further line for each thread, as events named after the top frame. */
final class SampleLines {
    private record Key(int stackId, String kind) {}

    private final Trace trace;
    private final StackSamples samples;
    private final Plane plane;
    private final Map<Long, int[]> byTrack;
    private final Map<Key, Integer> metadata = new HashMap<>();

    SampleLines(Trace trace, Plane plane) {
        this.trace = trace;
        this.samples = trace.samples();
        this.plane = plane;
        this.byTrack = PlacesByTrack.of(samples.size(), samples::trackId, i -> true);
    }

    /** The samples of each thread, in the order of time. */
    Map<Long, int[]> byTrack() {
        return byTrack;
    }

    void write(VirtualLanes lanes, MessageStream to, ExportMeter meter) throws IOException {
        Map<Long, String> names = new HashMap<>();
        trace.tracks().forEach(track -> names.putIfAbsent(track.id(), lanes.name(track, track.name())));
        for (Map.Entry<Long, int[]> ofTrack : byTrack.entrySet()) {
            long id = ofTrack.getKey();
            String name = names.getOrDefault(id, "thread " + id) + " (samples)";
            plane.beginLine(plane.freeLine("samples " + lanes.owner(id)), name, to);
            for (int sample : ofTrack.getValue()) {
                write(sample, to);
                meter.add(1);
            }
            plane.endLine(to);
        }
    }

    private void write(int sample, MessageStream to) throws IOException {
        Key key = new Key(samples.stackId(sample), samples.kind(sample).label());
        int number = metadata.computeIfAbsent(key, this::enter);
        int event = plane.beginEvent(number, samples.nanos(sample), 0, to);
        new Stats(to.out(), XSpaceFields.EVENT_STAT).number(plane.dictionary.text("weight"), samples.weight(sample));
        plane.endEvent(event, to);
    }

    private int enter(Key key) {
        List<StackTraceElement> frames = key.stackId() < 0 ? List.of() : trace.stack(key.stackId());
        String top = frames.isEmpty()
                ? "[no call stack]"
                : frames.get(0).getClassName() + "." + frames.get(0).getMethodName();
        return plane.dictionary.event(XEventName.plain(top), top, stats -> {
            stats.text(plane.dictionary.text("Kind"), key.kind());
            if (!frames.isEmpty()) {
                String text = frames.stream().map(StackTraceElement::toString).collect(Collectors.joining("\n"));
                stats.ref(plane.dictionary.text("Call stack"), plane.dictionary.text(text));
            }
        });
    }
}
