package io.stepprofiler.mxnet;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.MarkerScope;
import java.util.Map;

/**
 * Writes events as lines of a Chrome trace, in the categories of MXNet: each line begins with a comma, for it follows
 * another.
 */
final class EventText {
    private final long pid;
    private final long startNanos;
    private final StringBuilder out;
    private long asyncs;

    EventText(long pid, ClockAnchor start, StringBuilder out) {
        this(pid, start, out, 0);
    }

    private EventText(long pid, ClockAnchor start, StringBuilder out, long asyncs) {
        this.asyncs = asyncs;
        this.pid = pid;
        startNanos = start.monotonicNanos();
        this.out = out;
    }

    /** Lines that follow these in one file, so that no ids of theirs are the same. */
    EventText following(ClockAnchor start, StringBuilder lines) {
        return new EventText(pid, start, lines, asyncs);
    }

    void process(String name) {
        out.append("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":").append(pid);
        out.append(",\"tid\":0,\"args\":{\"name\":").append(Json.quoted(name)).append("}}");
    }

    void track(long id, String name) {
        out.append(",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":").append(pid);
        out.append(",\"tid\":")
                .append(id)
                .append(",\"args\":{\"name\":")
                .append(Json.quoted(name))
                .append("}}");
    }

    /** A slice of its track, or, if it takes no part in the nesting, one with an id of its own; or an instant. */
    void event(Occurrence event, String category) {
        if (event.subject().kind().isInstant()) {
            begin("i", category, event.subject().name(), event.trackId(), event.startNanos());
            out.append(",\"s\":\"").append(reach(event.subject().reach())).append('"');
            arguments(event.arguments(), false);
        } else if (event.isAsync()) {
            long id = ++asyncs;
            begin("b", category, event.subject().name(), event.trackId(), event.startNanos());
            out.append(",\"id\":").append(id);
            arguments(event.arguments(), event.unfinished());
            begin("e", category, event.subject().name(), event.trackId(), event.endNanos());
            out.append(",\"id\":").append(id).append('}');
        } else {
            begin("X", category, event.subject().name(), event.trackId(), event.startNanos());
            out.append(",\"dur\":");
            Json.micros(event.durationNanos(), out);
            arguments(event.arguments(), event.unfinished());
        }
    }

    private static char reach(MarkerScope scope) {
        return switch (scope) {
            case GLOBAL -> 'g';
            case PROCESS -> 'p';
            case THREAD -> 't';
        };
    }

    void counter(String category, String name, long nanos, double value) {
        begin("C", category, name, 0, nanos);
        // Viewers call it by its name and that of the value, which is empty for that reason.
        out.append(",\"args\":{\"\":").append(Json.value(value)).append("}}");
    }

    private void begin(String phase, String category, String name, long trackId, long nanos) {
        out.append(",\n{\"ph\":\"").append(phase).append("\",\"cat\":").append(Json.quoted(category));
        out.append(",\"name\":").append(Json.quoted(name));
        out.append(",\"pid\":").append(pid).append(",\"tid\":").append(trackId).append(",\"ts\":");
        Json.micros(nanos - startNanos, out);
    }

    private void arguments(Map<String, Object> arguments, boolean unfinished) {
        if (!arguments.isEmpty() || unfinished) {
            out.append(",\"args\":{");
            String comma = "";
            for (Map.Entry<String, Object> argument : arguments.entrySet()) {
                out.append(comma).append(Json.quoted(argument.getKey())).append(':');
                out.append(Json.value(argument.getValue()));
                comma = ",";
            }
            if (unfinished) {
                out.append(comma).append("\"unfinished\":true");
            }
            out.append('}');
        }
        out.append('}');
    }
}
