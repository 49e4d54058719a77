package io.stepprofiler;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.source.ActivityType;

/**
 * Scopes of the modules of a model, such as its layers: what runs inside one belongs to it.
 *
 * <pre>{@code
 * try (Scope ignored = ModuleScope.open("encoder.layer.0", "TransformerLayer")) {
 *     hidden = layer.forward(hidden);
 * }
 * }</pre>
 *
 * <p>Recorded if the profile has {@link ProfileBuilder#withModules}, at the cost of a scope and the look-up of the
 * name.
 */
public final class ModuleScope {
    private ModuleScope() {}

    /**
     * Opens the scope of a module whose type is what its path ends with, numbers left out: {@code layer} for
     * {@code encoder.layer.0}.
     *
     * @param path the module's place in the model; as for {@link Scope#open(String)} if it is null, empty or long
     * @return the scope to close, never null
     */
    public static Scope open(String path) {
        Window window = Recorder.open();
        if (window == null || !window.records(ActivityType.MODULE)) {
            return Scope.NONE; // Without looking for the type.
        }
        try {
            return open(path, path == null ? "" : typeOf(path));
        } catch (OutOfMemoryError e) {
            // The training program shall meet its own lack of memory, not ours.
            window.drops.count(DropCause.OUT_OF_MEMORY);
            return Scope.NONE;
        }
    }

    /**
     * Opens the scope of a module.
     *
     * @param path the module's place in the model; as for {@link Scope#open(String)} if it is null, empty or long
     * @param type its class, such as {@code Linear}
     * @return the scope to close, never null
     */
    public static Scope open(String path, String type) {
        return Scope.openNamed(path, EventKind.MODULE, type, ActivityType.MODULE);
    }

    private static String typeOf(String path) {
        int end = path.length();
        while (end > 0) {
            int begin = path.lastIndexOf('.', end - 1) + 1;
            String part = path.substring(begin, end);
            if (!part.isEmpty() && !part.chars().allMatch(Character::isDigit)) {
                return part;
            }
            end = begin - 1;
        }
        return path;
    }
}
