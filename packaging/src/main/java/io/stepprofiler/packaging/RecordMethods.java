package io.stepprofiler.packaging;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Plain code for {@code equals} and {@code hashCode} that a record does not write itself, which the virtual machine would
 * put together of method handles when they are called first: a dozen classes for each record.
 */
final class RecordMethods {
    private static final String FACTORY = "java/lang/runtime/ObjectMethods";
    private static final String OBJECTS = Type.getInternalName(Objects.class);

    /** Two components of two words each. */
    private static final int MOST_STACK = 4;

    private static final int MOST_LOCALS = 2;

    private final String record;
    private final List<Handle> getters;

    private RecordMethods(String record, List<Handle> getters) {
        this.record = record;
        this.getters = getters;
    }

    /** Whether a call is linked to one of the two methods. */
    static boolean isOne(Handle factory, String name) {
        return factory.getOwner().equals(FACTORY) && (name.equals("equals") || name.equals("hashCode"));
    }

    /**
     * Those of a record.
     *
     * @param arguments what the call is linked with: the record, the names of its components, and what reads them
     */
    static RecordMethods of(Object... arguments) {
        List<Handle> getters = new ArrayList<>();
        Arrays.stream(arguments).skip(2).forEach(getter -> getters.add((Handle) getter));
        return new RecordMethods(((Type) arguments[0]).getInternalName(), getters);
    }

    String record() {
        return record;
    }

    /** Adds a static method in the place of the call. */
    void write(String name, String descriptor, ClassVisitor file) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodVisitor code = file.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        if (Type.getReturnType(descriptor).equals(Type.BOOLEAN_TYPE)) {
            writeEquals(code);
        } else {
            writeHashCode(code);
        }
        code.visitMaxs(MOST_STACK, MOST_LOCALS);
        code.visitEnd();
    }

    private void writeEquals(MethodVisitor code) {
        Label differ = new Label();
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.INSTANCEOF, record);
        code.visitJumpInsn(Opcodes.IFEQ, differ);
        for (Handle getter : getters) {
            Type type = Type.getType(getter.getDesc());
            read(code, getter);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitTypeInsn(Opcodes.CHECKCAST, record);
            code.visitFieldInsn(Opcodes.GETFIELD, record, getter.getName(), getter.getDesc());
            if (isReference(type)) {
                code.visitMethodInsn(
                        Opcodes.INVOKESTATIC, OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", false);
                code.visitJumpInsn(Opcodes.IFEQ, differ);
            } else {
                String compare = Type.getMethodDescriptor(Type.INT_TYPE, type, type);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, Conversion.boxOf(type), "compare", compare, false);
                code.visitJumpInsn(Opcodes.IFNE, differ);
            }
        }
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IRETURN);
        code.visitLabel(differ);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitInsn(Opcodes.ICONST_0);
        code.visitInsn(Opcodes.IRETURN);
    }

    private void writeHashCode(MethodVisitor code) {
        code.visitInsn(Opcodes.ICONST_0);
        for (Handle getter : getters) {
            Type type = Type.getType(getter.getDesc());
            code.visitIntInsn(Opcodes.BIPUSH, 31);
            code.visitInsn(Opcodes.IMUL);
            read(code, getter);
            if (isReference(type)) {
                code.visitMethodInsn(Opcodes.INVOKESTATIC, OBJECTS, "hashCode", "(Ljava/lang/Object;)I", false);
            } else {
                String hash = Type.getMethodDescriptor(Type.INT_TYPE, type);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, Conversion.boxOf(type), "hashCode", hash, false);
            }
            code.visitInsn(Opcodes.IADD);
        }
        code.visitInsn(Opcodes.IRETURN);
    }

    private void read(MethodVisitor code, Handle getter) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, record, getter.getName(), getter.getDesc());
    }

    private static boolean isReference(Type type) {
        return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }
}
