package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Trace;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Beginnings of events in the file by name id, made when the name first occurs. */
final class EventTemplates {
    private static final Pattern STEP = Pattern.compile(PyTorch.STEP_PREFIX + "\\d+");

    private final Trace trace;
    private final Modules modules;
    private final boolean onDevice;
    private final boolean isForTensorBoard;
    private final @Nullable EventTemplate[] known;

    EventTemplates(Trace trace, Modules modules, boolean onDevice, boolean isForTensorBoard) {
        this.trace = trace;
        this.modules = modules;
        this.onDevice = onDevice;
        this.isForTensorBoard = isForTensorBoard;
        this.known = new EventTemplate[trace.nameCount()];
    }

    EventTemplate of(int nameId) {
        EventTemplate name = known[nameId];
        if (name == null) {
            name = make(nameId);
            known[nameId] = name;
        }
        return name;
    }

    private EventTemplate make(int nameId) {
        String text = trace.name(nameId);
        EventKind kind = trace.kind(nameId);
        Category category = onDevice ? Category.onDevice(kind, text) : Category.onThread(kind, text);
        if (category == Category.DEVICE_SCOPE
                && kind == EventKind.SCOPE
                && STEP.matcher(text).matches()) {
            // As in torch's files, steps are on streams, too.
            return new EventTemplate(isForTensorBoard ? Category.MISNAMED : category, text, "");
        }
        return switch (category) {
            case MODULE -> new EventTemplate(category, modules.name(nameId), modules.arguments(nameId));
            case DATA_LOADER -> new EventTemplate(category, DataLoaderName.of(text), "");
            default -> new EventTemplate(category, noStep(text), "");
        };
    }

    /**
     * Returns the name of an event that is no step. HTA rejects a file if a name begins like a step's but has no
     * number, and takes the event for a step if it has one, as TensorBoard's plugin does.
     */
    static String noStep(String name) {
        return name.startsWith(PyTorch.STEP) ? "(scope) " + name : name;
    }
}
