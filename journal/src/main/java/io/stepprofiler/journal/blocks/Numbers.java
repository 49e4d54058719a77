package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.Operand;
import java.io.IOException;

/**
 * The numbers that the schema has for the values of an enumeration: their places in it. A test compares them, so that whoever adds a value
 * adds it at the end, and to the schema.
 */
final class Numbers<E extends Enum<E>> {
    static final Numbers<Anomaly> ANOMALIES = new Numbers<>(Anomaly.values());
    static final Numbers<DropCause> DROP_CAUSES = new Numbers<>(DropCause.values());
    static final Numbers<Device.Type> DEVICES = new Numbers<>(Device.Type.values());
    static final Numbers<ElementType> ELEMENT_TYPES = new Numbers<>(ElementType.values());
    static final Numbers<EventKind> EVENT_KINDS = new Numbers<>(EventKind.values());
    static final Numbers<MemoryAction> MEMORY_ACTIONS = new Numbers<>(MemoryAction.values());
    static final Numbers<MemoryCategory> MEMORY_CATEGORIES = new Numbers<>(MemoryCategory.values());
    static final Numbers<Operand.Kind> OPERANDS = new Numbers<>(Operand.Kind.values());
    static final Numbers<Compression> COMPRESSIONS = new Numbers<>(Compression.values());
    static final Numbers<Frame.Kind> BLOCKS = new Numbers<>(Frame.Kind.values());
    static final Numbers<Content> CONTENTS = new Numbers<>(Content.values());

    private final E[] values;

    private Numbers(E[] values) {
        this.values = values;
    }

    @SuppressWarnings("EnumOrdinal") // What this class is for.
    int of(E value) {
        return value.ordinal();
    }

    E value(int number) throws IOException {
        if (number < 0 || number >= values.length) {
            throw new IOException(
                    "Number " + number + " of " + values[0].getDeclaringClass().getSimpleName() + " is not known");
        }
        return values[number];
    }

    /** Reads a field. */
    E read(WireReader in) throws IOException {
        return value(in.count(Integer.MAX_VALUE));
    }

    /** Reads the next value of a packed column. */
    E next(WireReader column) throws IOException {
        return values[column.varintBelow(values.length)];
    }
}
