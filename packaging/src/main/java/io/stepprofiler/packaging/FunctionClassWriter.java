package io.stepprofiler.packaging;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the class file of a {@link FunctionClass}. */
final class FunctionClassWriter {
    /** The static method that makes an object, of captured values and the number of its function. */
    static final String MAKER = "of";

    private static final String OBJECT = "java/lang/Object";
    private static final String NUMBER = "number";

    /** Objects that keep nothing, which are made once. */
    private static final String KNOWN = "known";

    private final FunctionClass functions;
    private final ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
    private final Type array;

    private FunctionClassWriter(FunctionClass functions) {
        this.functions = functions;
        array = Type.getType("[L" + functions.name() + ";");
    }

    static byte[] write(FunctionClass functions) {
        return new FunctionClassWriter(functions).write();
    }

    private byte[] write() {
        file.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                functions.name(),
                null,
                OBJECT,
                new String[] {functions.type()});
        file.visitNestHost(functions.host());
        file.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, NUMBER, "I", null, null);
        for (CapturedFields.Field field : CapturedFields.all(functions)) {
            file.visitField(
                    Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
                    field.name(),
                    field.type().getDescriptor(),
                    null,
                    null);
        }
        Set<String> makers = new HashSet<>();
        for (Function function : functions.functions()) {
            if (makers.add(functions.maker(function.captured()))) {
                writeConstructor(function.captured());
                if (function.captured().isEmpty()) {
                    writeKnown();
                } else {
                    writeMaker(function.captured());
                }
            }
        }
        writeMethod();
        file.visitEnd();
        return file.toByteArray();
    }

    private void writeConstructor(List<Type> captured) {
        MethodVisitor code = begin(Opcodes.ACC_PRIVATE, "<init>", CapturedFields.descriptor(captured, Type.VOID_TYPE));
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        int variable = 1;
        CapturedFields.Field number = new CapturedFields.Field(NUMBER, Type.INT_TYPE);
        for (CapturedFields.Field field : Stream.concat(CapturedFields.of(captured).stream(), Stream.of(number))
                .toList()) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(field.type().getOpcode(Opcodes.ILOAD), variable);
            code.visitFieldInsn(
                    Opcodes.PUTFIELD,
                    functions.name(),
                    field.name(),
                    field.type().getDescriptor());
            variable += field.type().getSize();
        }
        end(code, Type.VOID_TYPE);
    }

    private void writeMaker(List<Type> captured) {
        MethodVisitor code = begin(Opcodes.ACC_STATIC, MAKER, functions.maker(captured));
        code.visitTypeInsn(Opcodes.NEW, functions.name());
        code.visitInsn(Opcodes.DUP);
        int variable = 0;
        for (Type type : Type.getArgumentTypes(functions.maker(captured))) {
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
            variable += type.getSize();
        }
        code.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                functions.name(),
                "<init>",
                CapturedFields.descriptor(captured, Type.VOID_TYPE),
                false);
        end(code, Type.getObjectType(functions.type()));
    }

    /** All of them when the class is initialized: they are few and small. */
    private void writeKnown() {
        int constant = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
        file.visitField(constant, KNOWN, array.getDescriptor(), null, null);
        MethodVisitor code = begin(Opcodes.ACC_STATIC, "<clinit>", "()V");
        code.visitIntInsn(Opcodes.BIPUSH, functions.functions().size());
        code.visitTypeInsn(Opcodes.ANEWARRAY, functions.name());
        for (Function function : functions.functions()) {
            if (function.captured().isEmpty()) {
                code.visitInsn(Opcodes.DUP);
                code.visitIntInsn(Opcodes.BIPUSH, function.number());
                code.visitTypeInsn(Opcodes.NEW, functions.name());
                code.visitInsn(Opcodes.DUP);
                code.visitIntInsn(Opcodes.BIPUSH, function.number());
                code.visitMethodInsn(Opcodes.INVOKESPECIAL, functions.name(), "<init>", "(I)V", false);
                code.visitInsn(Opcodes.AASTORE);
            }
        }
        code.visitFieldInsn(Opcodes.PUTSTATIC, functions.name(), KNOWN, array.getDescriptor());
        end(code, Type.VOID_TYPE);

        MethodVisitor maker = begin(Opcodes.ACC_STATIC, MAKER, functions.maker(List.of()));
        maker.visitFieldInsn(Opcodes.GETSTATIC, functions.name(), KNOWN, array.getDescriptor());
        maker.visitVarInsn(Opcodes.ILOAD, 0);
        maker.visitInsn(Opcodes.AALOAD);
        end(maker, Type.getObjectType(functions.type()));
    }

    /** The method of the interface: which function this object is decides what is called. */
    private void writeMethod() {
        MethodVisitor code = begin(Opcodes.ACC_PUBLIC, functions.method(), functions.descriptor());
        Label[] labels =
                Stream.generate(Label::new).limit(functions.functions().size()).toArray(Label[]::new);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, functions.name(), NUMBER, "I");
        code.visitTableSwitchInsn(0, labels.length - 1, labels[0], labels);
        for (Function function : functions.functions()) {
            code.visitLabel(labels[function.number()]);
            writeCall(code, function);
            code.visitInsn(Type.getReturnType(functions.descriptor()).getOpcode(Opcodes.IRETURN));
        }
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void writeCall(MethodVisitor code, Function function) {
        String owner = function.body().getOwner();
        if (function.isConstructor()) {
            code.visitTypeInsn(Opcodes.NEW, owner);
            code.visitInsn(Opcodes.DUP);
        }
        Iterator<Type> parameters = function.parameters().iterator();
        Iterator<Type> captured = function.captured().iterator();
        for (CapturedFields.Field field : CapturedFields.of(function.captured())) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(
                    Opcodes.GETFIELD,
                    functions.name(),
                    field.name(),
                    field.type().getDescriptor());
            Type type = captured.next();
            Conversion.convert(code, field.type(), type);
            Conversion.convert(code, type, parameters.next());
        }
        Iterator<Type> meant = List.of(function.type().getArgumentTypes()).iterator();
        int variable = 1;
        for (Type given : Type.getArgumentTypes(functions.descriptor())) {
            code.visitVarInsn(given.getOpcode(Opcodes.ILOAD), variable);
            variable += given.getSize();
            Type type = meant.next();
            Conversion.convert(code, given, type);
            Conversion.convert(code, type, parameters.next());
        }
        code.visitMethodInsn(
                function.opcode(),
                owner,
                function.body().getName(),
                function.body().getDesc(),
                function.body().isInterface());
        Type result = function.type().getReturnType();
        Conversion.convert(code, function.result(), result);
        Conversion.convert(code, result, Type.getReturnType(functions.descriptor()));
    }

    private MethodVisitor begin(int access, String name, String descriptor) {
        MethodVisitor code = file.visitMethod(access, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    private static void end(MethodVisitor code, Type result) {
        code.visitInsn(result.getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
