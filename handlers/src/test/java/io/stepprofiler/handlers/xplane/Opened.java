package io.stepprofiler.handlers.xplane;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.readers.xspace.proto.XEvent;
import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.readers.xspace.proto.XSpace;
import io.stepprofiler.readers.xspace.proto.XStat;
import io.stepprofiler.trace.Trace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A file as protobuf's own reader sees it, with everything that is referred to by number looked up. */
final class Opened {
    /** An event, with the stats of its metadata and its own. */
    record Event(
            String plane,
            String line,
            long lineId,
            String name,
            String shown,
            long startPicos,
            long durationPicos,
            Map<String, Object> stats) {
        long endPicos() {
            return startPicos + durationPicos;
        }

        Object stat(String stat) {
            return stats.get(stat);
        }
    }

    final XSpace space;
    final List<Event> events = new ArrayList<>();

    private Opened(XSpace space) {
        this.space = space;
        for (XPlane plane : space.getPlanesList()) {
            for (XLine line : plane.getLinesList()) {
                for (XEvent event : line.getEventsList()) {
                    events.add(event(plane, line, event));
                }
            }
        }
    }

    static Opened of(Trace trace) {
        return read(bytes(trace));
    }

    static Opened read(byte[] bytes) {
        try {
            return new Opened(XSpace.parseFrom(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Trace trace) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new XPlaneExporter().export(trace, "t.xplane.pb", out, ExportMeter.none());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    XPlane plane(String name) {
        return space.getPlanesList().stream()
                .filter(plane -> plane.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The events of one line, in the order of the file. */
    List<Event> line(String name) {
        return events.stream().filter(event -> event.line().equals(name)).toList();
    }

    /** The one event with a name as viewers show it. */
    Event event(String shown) {
        List<Event> found =
                events.stream().filter(event -> event.shown().equals(shown)).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " events are called " + shown);
        }
        return found.get(0);
    }

    Map<String, Object> stats(XPlane plane) {
        return stats(plane, plane.getStatsList());
    }

    private static Event event(XPlane plane, XLine line, XEvent event) {
        XEventMetadata metadata = plane.getEventMetadataOrThrow(event.getMetadataId());
        Map<String, Object> stats = stats(plane, metadata.getStatsList());
        stats.putAll(stats(plane, event.getStatsList()));
        return new Event(
                plane.getName(),
                line.getName(),
                line.getId(),
                metadata.getName(),
                metadata.getDisplayName().isEmpty() ? metadata.getName() : metadata.getDisplayName(),
                line.getTimestampNs() * 1000 + event.getOffsetPs(),
                event.getDurationPs(),
                stats);
    }

    private static Map<String, Object> stats(XPlane plane, List<XStat> stats) {
        Map<String, Object> found = new LinkedHashMap<>();
        for (XStat stat : stats) {
            String name = plane.getStatMetadataOrThrow(stat.getMetadataId()).getName();
            Object value = switch (stat.getValueCase()) {
                case DOUBLE_VALUE -> stat.getDoubleValue();
                case UINT64_VALUE -> "unsigned " + stat.getUint64Value();
                case INT64_VALUE -> stat.getInt64Value();
                case STR_VALUE -> stat.getStrValue();
                case REF_VALUE ->
                    plane.getStatMetadataOrThrow(stat.getRefValue()).getName();
                default -> throw new AssertionError(stat);
            };
            if (found.put(name, value) != null) {
                throw new AssertionError("two stats are called " + name);
            }
        }
        return found;
    }
}
