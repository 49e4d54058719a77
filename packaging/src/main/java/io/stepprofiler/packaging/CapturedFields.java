package io.stepprofiler.packaging;

import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/** The fields for what functions keep: as few as serve all functions of a class, because only one of them is in an object. */
final class CapturedFields {
    private CapturedFields() {}

    /** A field of a class of functions. */
    record Field(String name, Type type) {}

    /** The kinds of values that the virtual machine tells apart in variables. */
    private enum Kind {
        INT(Type.INT_TYPE),
        LONG(Type.LONG_TYPE),
        FLOAT(Type.FLOAT_TYPE),
        DOUBLE(Type.DOUBLE_TYPE),
        OBJECT(Type.getType(Object.class));

        @SuppressWarnings("ImmutableEnumChecker") // A type does not change.
        private final Type type;

        Kind(Type type) {
            this.type = type;
        }

        static Kind of(Type type) {
            return switch (type.getSort()) {
                case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> INT;
                case Type.LONG -> LONG;
                case Type.FLOAT -> FLOAT;
                case Type.DOUBLE -> DOUBLE;
                default -> OBJECT;
            };
        }
    }

    /** The type of the field for values of a type. */
    static Type kept(Type type) {
        return Kind.of(type).type;
    }

    /** Takes what is captured and the number of a function. */
    static String descriptor(List<Type> captured, Type result) {
        return Type.getMethodDescriptor(
                result,
                Stream.concat(captured.stream().map(CapturedFields::kept), Stream.of(Type.INT_TYPE))
                        .toArray(Type[]::new));
    }

    /** The field for each captured value, in their order. */
    static List<Field> of(List<Type> captured) {
        Map<Kind, Integer> used = new EnumMap<>(Kind.class);
        return captured.stream()
                .map(Kind::of)
                .map(kind ->
                        new Field(kind.name().toLowerCase(Locale.ROOT) + used.merge(kind, 1, Integer::sum), kind.type))
                .toList();
    }

    /** All that objects of a class need. */
    static Set<Field> all(FunctionClass functions) {
        return functions.functions().stream()
                .flatMap(function -> of(function.captured()).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
