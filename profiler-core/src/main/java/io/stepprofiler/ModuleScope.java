package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityType;

/**
 * Scopes of the modules of a model, such as its layers: events inside such a scope belong to the module.
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
    private static final Scope.Named BY_PATH = (recorder, path, none, number, other) ->
            recorder.open(recorder.refOf(path, EventKind.MODULE, path == null ? none : typeOf(path)));

    private static final Scope.Named BY_TYPE =
            (recorder, path, type, number, other) -> recorder.open(recorder.refOf(path, EventKind.MODULE, type));

    private ModuleScope() {}

    /**
     * Opens the scope of a module whose type is the last part of its path that is not a number: {@code layer} for
     * {@code encoder.layer.0}.
     *
     * @param path the module's place in the model; null, empty and long paths are handled as in {@link
     *     Scope#open(String)}
     * @return the scope to close, never null
     */
    public static Scope open(String path) {
        return Scope.openNamed(path, null, BY_PATH, ActivityType.MODULE);
    }

    /**
     * Opens the scope of a module.
     *
     * @param path the module's place in the model; null, empty and long paths are handled as in {@link
     *     Scope#open(String)}
     * @param type the module's class, such as {@code Linear}
     * @return the scope to close, never null
     */
    public static Scope open(String path, String type) {
        return Scope.openNamed(path, type, BY_TYPE, ActivityType.MODULE);
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
