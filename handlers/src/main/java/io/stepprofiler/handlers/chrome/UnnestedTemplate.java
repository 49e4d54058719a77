package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.Trace;
import java.util.Locale;
import java.util.Set;

/** Template of the markers, tasks or frames of one name: the beginnings of their lines, and arguments that all have. */
final class UnnestedTemplate {
    /** Names of instants that readers take for memory events. */
    private static final Set<String> OF_MEMORY = Set.of("[memory]", "[OutOfMemory]");

    /** Name of the marker of a CUDA event on a stream. */
    private static final String CUDA_EVENT = "Event Record";

    private final EventKind kind;
    private final byte[] begin;
    private final byte[] end;
    private final byte[] arguments;

    UnnestedTemplate(Trace trace, int nameId) {
        kind = trace.kind(nameId);
        String domain = trace.domain(nameId);
        // Viewers distinguish spans with the same id by their category, and require one.
        String category = category(kind, domain, trace.name(nameId));
        String named = ",\"cat\":" + JsonText.quoted(category) + ",\"name\":"
                + JsonText.quoted(shown(kind, trace.name(nameId)));
        String phase = kind == EventKind.MARKER ? "\"i\",\"s\":\"" + letter(trace.markerScope(nameId)) + "\"" : "\"b\"";
        begin = JsonText.utf8("{\"ph\":" + phase + named);
        end = JsonText.utf8("{\"ph\":\"e\"" + named);
        arguments = JsonText.utf8(domain.isEmpty() ? "" : ",\"" + Arguments.DOMAIN + "\":" + JsonText.quoted(domain));
    }

    EventKind kind() {
        return kind;
    }

    /** Beginning of the line where an event begins, which is a marker's only line; not to be changed. */
    byte[] begin() {
        return begin;
    }

    /** Beginning of the line where an event ends; not to be changed. */
    byte[] end() {
        return end;
    }

    /** Arguments that all of them have, each after a comma; not to be changed. */
    byte[] arguments() {
        return arguments;
    }

    /**
     * Returns the domain, as MXNet writes it; frames add their kind, by which our readers distinguish them from tasks.
     */
    private static String category(EventKind kind, String domain, String name) {
        if (kind == EventKind.MARKER && domain.isEmpty() && name.equals(CUDA_EVENT)) {
            return "cuda_event"; // As in PyTorch's traces.
        }
        String ofKind = kind.name().toLowerCase(Locale.ROOT);
        return domain.isEmpty() ? ofKind : kind == EventKind.FRAME ? domain + "," + ofKind : domain;
    }

    private static String shown(EventKind kind, String name) {
        return kind == EventKind.MARKER && OF_MEMORY.contains(name) ? "(marker) " + name : EventTemplates.noStep(name);
    }

    private static char letter(MarkerScope scope) {
        return switch (scope) {
            case GLOBAL -> 'g';
            case PROCESS -> 'p';
            case THREAD -> 't';
        };
    }
}
