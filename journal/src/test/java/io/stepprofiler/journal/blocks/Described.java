package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Everything that a trace tells, as lines: numbers of names, signatures and stacks are not part of it. */
final class Described {
    private Described() {}

    static List<String> of(Trace trace) {
        List<String> lines = new ArrayList<>();
        lines.add(trace.id() + " " + trace.process() + " " + trace.distributedInfo() + " " + trace.options());
        lines.add(trace.start() + " " + trace.end() + " " + trace.isPartial() + " " + trace.metadata());
        lines.add(trace.account().toString());
        lines.addAll(events(trace));
        for (CounterTrack counter : trace.counters()) {
            lines.add(counter + " " + counter.domain());
            for (int i = 0; i < counter.size(); i++) {
                lines.add(counter.nanos(i) + " " + counter.value(i) + " " + counter.longValue(i));
            }
        }
        for (int i = 0; i < trace.memory().size(); i++) {
            MemoryEvent event = trace.memory().event(i);
            String stack =
                    event.stackId() < 0 ? "" : trace.stack(event.stackId()).toString();
            lines.add(event.withStack(-1) + stack);
        }
        trace.steps().forEach(step -> lines.add(step.toString()));
        // Half a surrogate pair is no text, and does not come through.
        return lines.stream().map(Described::mended).toList();
    }

    static List<String> events(Trace trace) {
        List<String> lines = new ArrayList<>();
        for (Track track : trace.tracks()) {
            lines.add(track + " " + track.hasArguments() + track.hasSignatures() + track.hasStacks()
                    + track.hasSequenceNumbers());
            for (int i = 0; i < track.size(); i++) {
                int event = i;
                List<Long> tensors = IntStream.range(0, track.tensorCount(event))
                        .mapToObj(tensor -> track.tensor(event, tensor))
                        .toList();
                lines.add(track.event(event) + " " + trace.moduleType(track.nameId(event)) + " "
                        + trace.markerScope(track.nameId(event)) + " " + tensors);
            }
        }
        return lines.stream().map(Described::mended).toList();
    }

    static String mended(String text) {
        return text.replaceAll("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]", "\ufffd");
    }
}
