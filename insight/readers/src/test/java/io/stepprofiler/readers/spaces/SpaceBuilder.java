package io.stepprofiler.readers.spaces;

import io.stepprofiler.readers.xspace.proto.XEvent;
import io.stepprofiler.readers.xspace.proto.XEventMetadata;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.readers.xspace.proto.XSpace;
import io.stepprofiler.readers.xspace.proto.XStat;
import io.stepprofiler.readers.xspace.proto.XStatMetadata;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts an XSpace together as a profiler would, with generated code: names by id, values by their Java types. */
public final class SpaceBuilder {
    private final XSpace.Builder space = XSpace.newBuilder();

    private static final Pattern LINE = Pattern.compile("(-?\\d+) (.*?)(?: @(\\d+))?");
    private static final Pattern EVENT = Pattern.compile("(\\S+) (-?[\\d.]+)\\+([\\d.]+)(?: (.*))?");

    /**
     * A space in a text: planes, below them lines (number, name and when they begin), below these events (name, offset
     * and duration in nanoseconds, and values like {@code a=1, b=0.5, c=text}).
     */
    public static SpaceBuilder of(String text) {
        SpaceBuilder space = new SpaceBuilder();
        for (String plane : text.stripTrailing().split("\\n(?! )", -1)) {
            String[] lines = plane.split("\\n  (?! )", -1);
            space.plane(lines[0], to -> Arrays.stream(lines).skip(1).forEach(line -> addLine(to, line)));
        }
        return space;
    }

    private static void addLine(Plane plane, String text) {
        String[] rows = text.split("\\n    ", -1);
        MatchResult head = match(LINE, rows[0]);
        long begin = head.group(3) == null ? 0 : Long.parseLong(head.group(3));
        plane.line(
                Long.parseLong(head.group(1)),
                head.group(2),
                begin,
                line -> Arrays.stream(rows)
                        .skip(1)
                        .map(row -> match(EVENT, row))
                        .forEach(event -> line.event(
                                event.group(1), picos(event.group(2)), picos(event.group(3)), stats(event.group(4)))));
    }

    private static MatchResult match(Pattern pattern, String row) {
        Matcher matcher = pattern.matcher(row);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(row);
        }
        return matcher.toMatchResult();
    }

    private static long picos(String nanos) {
        return new BigDecimal(nanos).movePointRight(3).longValueExact();
    }

    private static Object[] stats(@Nullable String text) {
        return Stream.ofNullable(text)
                .flatMap(all -> Arrays.stream(all.split(", ", -1)))
                .map(stat -> stat.split("=", 2))
                .flatMap(stat -> Stream.of(stat[0], value(stat[1])))
                .toArray();
    }

    private static Object value(String text) {
        if (text.matches("-?\\d+")) {
            return Long.parseLong(text);
        }
        return text.matches("-?\\d+\\.\\d+") ? Double.valueOf(text) : text;
    }

    /** A text that is held once. */
    public record Ref(String text) {}

    public SpaceBuilder plane(String name, Consumer<Plane> content) {
        Plane plane = new Plane(name);
        content.accept(plane);
        space.addPlanes(plane.build());
        return this;
    }

    public XSpace.Builder space() {
        return space;
    }

    public byte[] bytes() {
        return space.build().toByteArray();
    }

    public static final class Plane {
        private final XPlane.Builder plane = XPlane.newBuilder();
        private final Map<String, Long> events = new LinkedHashMap<>();
        private final Map<String, Long> stats = new LinkedHashMap<>();

        private Plane(String name) {
            plane.setName(name);
        }

        public Plane line(long id, String name, long timestampNanos, Consumer<Line> content) {
            XLine.Builder line = XLine.newBuilder().setId(id).setName(name).setTimestampNs(timestampNanos);
            content.accept(new Line(this, line));
            plane.addLines(line);
            return this;
        }

        public Plane stat(String name, Object value) {
            plane.addStats(value(name, value));
            return this;
        }

        /** Values that all events of a kind have. */
        public Plane withStats(long event, String... namesAndValues) {
            XEventMetadata.Builder metadata = XEventMetadata.newBuilder().setId(event);
            events.forEach((text, id) -> {
                if (id == event) {
                    metadata.setName(text);
                }
            });
            for (int i = 0; i < namesAndValues.length; i += 2) {
                metadata.addStats(value(namesAndValues[i], namesAndValues[i + 1]));
            }
            plane.putEventMetadata(event, metadata.build());
            return this;
        }

        public XPlane.Builder proto() {
            return plane;
        }

        public long event(String name) {
            return events.computeIfAbsent(name, key -> events.size() + 1L);
        }

        public long statId(String name) {
            return stats.computeIfAbsent(name, key -> stats.size() + 1L);
        }

        public XStat value(String name, Object value) {
            XStat.Builder stat = XStat.newBuilder().setMetadataId(statId(name));
            if (value instanceof Double number) {
                stat.setDoubleValue(number);
            } else if (value instanceof Number number) {
                stat.setInt64Value(number.longValue());
            } else if (value instanceof Ref ref) {
                stat.setRefValue(statId(ref.text()));
            } else if (value instanceof byte[] bytes) {
                stat.setBytesValue(com.google.protobuf.ByteString.copyFrom(bytes));
            } else {
                stat.setStrValue(value.toString());
            }
            return stat.build();
        }

        private XPlane build() {
            events.forEach((name, id) -> {
                if (!plane.containsEventMetadata(id)) {
                    plane.putEventMetadata(
                            id,
                            XEventMetadata.newBuilder().setId(id).setName(name).build());
                }
            });
            stats.forEach((name, id) -> plane.putStatMetadata(
                    id, XStatMetadata.newBuilder().setId(id).setName(name).build()));
            return plane.build();
        }
    }

    public record Line(Plane plane, XLine.Builder line) {
        /** An event, with names and values by turns. */
        public Line event(String name, long offsetPicos, long durationPicos, Object... stats) {
            XEvent.Builder event = XEvent.newBuilder()
                    .setMetadataId(plane.event(name))
                    .setOffsetPs(offsetPicos)
                    .setDurationPs(durationPicos);
            for (int i = 0; i < stats.length; i += 2) {
                event.addStats(plane.value((String) stats[i], stats[i + 1]));
            }
            line.addEvents(event);
            return this;
        }
    }
}
