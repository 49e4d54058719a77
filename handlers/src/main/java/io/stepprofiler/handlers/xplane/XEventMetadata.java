package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.handlers.output.OperandText;
import io.stepprofiler.handlers.rows.ModulePaths;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of the events of one plane: properties that events share and need not repeat, such as their name, the
 * modules around them, and the shapes of their inputs.
 */
final class XEventMetadata {
    private static final int NONE = -1;
    /** Display name of an event without a name; otherwise viewers would show the name that is made for tools. */
    private static final String UNNAMED = "(unnamed)";
    /** Path of events on a device. */
    private static final int ON_DEVICE = -1;

    private record Key(int nameId, int path, int signatureId, int stackId, String longName) {}

    /**
     * Operation for which tools count events, and the number of its text if each event has to name it, because its own
     * name does not; else 0.
     */
    private record Operation(String name, int text) {
        static final Operation NONE = new Operation("", 0);
    }

    private final Trace trace;
    private final ModulePaths paths;
    private final PlaneMetadata dictionary;
    private final Map<Key, Integer> numbers = new HashMap<>();
    /** Numbers of the metadata of events with a name only, by name id. */
    private final int[] plainNumbers;

    /** Operations by the number of metadata. */
    private final List<Operation> operations = new ArrayList<>(List.of(Operation.NONE));

    XEventMetadata(Trace trace, ModulePaths paths, PlaneMetadata dictionary) {
        this.trace = trace;
        this.paths = paths;
        this.dictionary = dictionary;
        this.plainNumbers = new int[trace.nameCount()];
    }

    /**
     * The number of the metadata of an event on a thread; the path is a module's own, else of the modules around the
     * event.
     *
     * @param longName the name by which tools know it if viewers show another one, else empty
     */
    int onThread(int nameId, int path, int signatureId, int stackId, String longName) {
        if (path == ModulePaths.NONE && signatureId == NONE && stackId == NONE && longName.isEmpty()) {
            if (plainNumbers[nameId] == 0) {
                plainNumbers[nameId] = number(new Key(nameId, path, signatureId, stackId, longName));
            }
            return plainNumbers[nameId];
        }
        return number(new Key(nameId, path, signatureId, stackId, longName));
    }

    /** The number of the metadata of an event on a device. */
    int onDevice(int nameId, int signatureId, int stackId, String longName) {
        return number(new Key(nameId, ON_DEVICE, signatureId, stackId, longName));
    }

    /** The operation for which tools count events of this metadata; empty if they are no operations. */
    String operation(int number) {
        return operations.get(number).name();
    }

    /** The number of the operation's text if each event has to name it, because its own name does not; else 0. */
    int operationText(int number) {
        return operations.get(number).text();
    }

    private int number(Key key) {
        Integer known = numbers.get(key);
        if (known == null) {
            known = enter(key);
            numbers.put(key, known);
        }
        return known;
    }

    private int enter(Key key) {
        String shown = trace.name(key.nameId());
        String text = key.longName().isEmpty() ? shown : key.longName();
        EventKind kind = trace.kind(key.nameId());
        boolean onDevice = key.path() == ON_DEVICE;
        String name = onDevice ? XEventName.onDevice(kind, text) : XEventName.onThread(kind, text);
        int number = dictionary.event(name, shown.isEmpty() ? UNNAMED : shown, stats -> writeStats(key, stats));
        while (operations.size() <= number) {
            operations.add(Operation.NONE);
        }
        if (!onDevice) {
            String operation = XEventName.operation(kind, text, trace.moduleType(key.nameId()), paths.text(key.path()));
            boolean isSaid = operation.isEmpty() || operation.equals(name);
            operations.set(number, new Operation(operation, isSaid ? 0 : dictionary.text(operation)));
        }
        return number;
    }

    private void writeStats(Key key, Stats to) {
        EventKind kind = trace.kind(key.nameId());
        if (kind != EventKind.SCOPE) {
            to.text(dictionary.text("Kind"), kind.name().toLowerCase(Locale.ROOT));
        }
        text("Domain", trace.domain(key.nameId()), to);
        if (kind == EventKind.MARKER) {
            text("Scope", trace.markerScope(key.nameId()).name().toLowerCase(Locale.ROOT), to);
        }
        text("Module type", trace.moduleType(key.nameId()), to);
        if (key.path() > ModulePaths.NONE && kind != EventKind.MODULE) {
            text("Module Hierarchy", paths.text(key.path()), to);
        }
        if (key.signatureId() >= 0) {
            writeSignature(trace.signature(key.signatureId()), to);
        }
        if (key.stackId() >= 0) {
            String stack = stack(key.stackId());
            if (stack != null) {
                to.ref(dictionary.text("Call stack"), dictionary.text(stack));
            }
        }
    }

    private @Nullable String stack(int stackId) {
        List<StackTraceElement> frames = trace.stack(stackId);
        return frames.isEmpty()
                ? null
                : frames.stream().map(StackTraceElement::toString).collect(Collectors.joining("\n"));
    }

    private void writeSignature(OpSignature signature, Stats to) {
        text("Overload Name", signature.overload(), to);
        List<Operand> inputs = signature.inputs();
        if (!inputs.isEmpty()) {
            text("Concrete Inputs", OperandText.list(inputs, Operand::text), to);
            text("Input type", OperandText.list(inputs, Operand::torchType), to);
            if (inputs.stream().anyMatch(input -> !input.strides().isEmpty())) {
                text("Input Strides", OperandText.list(inputs, Operand::stridesText), to);
            }
            text("Input Dims", OperandText.list(inputs, Operand::dimsText), to);
        }
        List<Operand> outputs = signature.outputs();
        if (!outputs.isEmpty()) {
            text("Output type", OperandText.list(outputs, Operand::torchType), to);
            text("Output Dims", OperandText.list(outputs, Operand::dimsText), to);
        }
        if (signature.flops() >= 0) {
            to.number(dictionary.text("FLOPs"), signature.flops());
        }
    }

    private void text(String stat, String value, Stats to) {
        if (!value.isEmpty()) {
            to.text(dictionary.text(stat), value);
        }
    }
}
