package io.stepprofiler.packaging;

import java.util.Arrays;
import java.util.Optional;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Turns the value on the stack into one of another type, as calls of lambda expressions and method references do. */
final class Conversion {
    private static final String OBJECT = "java/lang/Object";

    private Conversion() {}

    /** A primitive type and the class of its objects. */
    private enum Box {
        BOOLEAN(Type.BOOLEAN_TYPE, "java/lang/Boolean"),
        CHAR(Type.CHAR_TYPE, "java/lang/Character"),
        BYTE(Type.BYTE_TYPE, "java/lang/Byte"),
        SHORT(Type.SHORT_TYPE, "java/lang/Short"),
        INT(Type.INT_TYPE, "java/lang/Integer"),
        FLOAT(Type.FLOAT_TYPE, "java/lang/Float"),
        LONG(Type.LONG_TYPE, "java/lang/Long"),
        DOUBLE(Type.DOUBLE_TYPE, "java/lang/Double");

        @SuppressWarnings("ImmutableEnumChecker") // A type does not change.
        private final Type primitive;

        private final String box;

        Box(Type primitive, String box) {
            this.primitive = primitive;
            this.box = box;
        }

        static Optional<Box> ofPrimitive(Type type) {
            return Arrays.stream(values())
                    .filter(each -> each.primitive.equals(type))
                    .findFirst();
        }

        static Optional<Box> ofObjects(Type type) {
            return Arrays.stream(values())
                    .filter(each -> each.box.equals(type.getInternalName()))
                    .findFirst();
        }
    }

    /** The class of the objects of a primitive type. */
    static String boxOf(Type primitive) {
        return Box.ofPrimitive(primitive).orElseThrow().box;
    }

    static void convert(MethodVisitor code, Type from, Type to) {
        Optional<Box> primitive = Box.ofPrimitive(from);
        Optional<Box> wanted = Box.ofPrimitive(to);
        if (from.equals(to)) {
            return;
        }
        if (to.equals(Type.VOID_TYPE)) {
            code.visitInsn(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        } else if (primitive.isPresent() && wanted.isPresent()) {
            widen(code, from, to);
        } else if (primitive.isPresent()) {
            box(code, primitive.get());
        } else if (wanted.isPresent()) {
            unbox(code, from, wanted.get());
        } else if (!to.getInternalName().equals(OBJECT)) {
            code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
        }
    }

    private static void box(MethodVisitor code, Box box) {
        String valueOf = Type.getMethodDescriptor(Type.getObjectType(box.box), box.primitive);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, box.box, "valueOf", valueOf, false);
    }

    private static void unbox(MethodVisitor code, Type from, Box wanted) {
        Box box = Box.ofObjects(from).orElse(wanted);
        if (!from.getInternalName().equals(box.box)) {
            code.visitTypeInsn(Opcodes.CHECKCAST, box.box);
        }
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                box.box,
                box.primitive.getClassName() + "Value",
                Type.getMethodDescriptor(box.primitive),
                false);
        widen(code, box.primitive, wanted.primitive);
    }

    private static void widen(MethodVisitor code, Type from, Type to) {
        String kinds = CapturedFields.kept(from).getDescriptor()
                + CapturedFields.kept(to).getDescriptor();
        switch (kinds) {
            case "IJ" -> code.visitInsn(Opcodes.I2L);
            case "IF" -> code.visitInsn(Opcodes.I2F);
            case "ID" -> code.visitInsn(Opcodes.I2D);
            case "JF" -> code.visitInsn(Opcodes.L2F);
            case "JD" -> code.visitInsn(Opcodes.L2D);
            case "FD" -> code.visitInsn(Opcodes.F2D);
            case "II", "JJ", "FF", "DD" -> {
                // The same to the virtual machine.
            }
            default -> throw new IllegalArgumentException("nothing makes a " + to + " of a " + from);
        }
    }
}
