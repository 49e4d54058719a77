package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.imports.ImportException;

/**
 * Names of markers, tasks and frames. Their domain is an argument in our files, and the category in files of other
 * writers, as MXNet writes it: {@code domain}, {@code domain,frame} and {@code domain,instant_marker}.
 */
final class UnnestedNames {
    private static final String MARKER_SUFFIX = ",instant_marker";
    private static final String FRAME_SUFFIX = ",frame";
    /** Prefix in our files of a marker that readers would take for a memory event. */
    private static final String NO_MEMORY = "(marker) ";

    private final Texts texts;
    private boolean ours;

    UnnestedNames(Texts texts) {
        this.texts = texts;
    }

    /** Notes that this profiler wrote the file. */
    void ours() {
        ours = true;
    }

    int marker(EventRecord event, String name) throws ImportException {
        String text = ours && name.startsWith(NO_MEMORY + "[") ? name.substring(NO_MEMORY.length()) : name;
        return texts.markerId(text, domain(event, MARKER_SUFFIX), scope(event));
    }

    /** The name of a task, or of a frame if the event is marked as one. */
    int span(EventRecord event, String name) throws ImportException {
        String domain = domain(event, FRAME_SUFFIX);
        boolean isFrame = ours ? event.category.equals(frameCategory(domain)) : event.phase == '(';
        return texts.id(name, isFrame ? EventKind.FRAME : EventKind.TASK, domain);
    }

    private static String frameCategory(String domain) {
        return domain.isEmpty() ? "frame" : domain + FRAME_SUFFIX;
    }

    private String domain(EventRecord event, String suffix) {
        if (ours) {
            return event.text(KnownArgument.DOMAIN);
        }
        String category = event.category;
        return category.endsWith(suffix) ? category.substring(0, category.length() - suffix.length()) : category;
    }

    /** An instant belongs to its thread by default; an asynchronous one has no thread. */
    private static MarkerScope scope(EventRecord event) {
        return switch (event.reach) {
            case "g" -> MarkerScope.GLOBAL;
            case "p" -> MarkerScope.PROCESS;
            case "t" -> MarkerScope.THREAD;
            default -> event.phase == 'i' || event.phase == 'I' ? MarkerScope.THREAD : MarkerScope.PROCESS;
        };
    }
}
