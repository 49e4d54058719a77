package io.stepprofiler.api;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Copies of a class what others see of it. */
final class SignatureVisitor extends ClassVisitor {
    private SignatureVisitor(ClassVisitor copy) {
        super(Opcodes.ASM9, copy);
    }

    static byte[] signatureOf(ClassReader type) {
        ClassWriter copy = new ClassWriter(0);
        type.accept(
                new SignatureVisitor(copy), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return copy.toByteArray();
    }

    /** Whether a type, and every one that it is nested in, is public or protected. */
    static boolean isVisible(ClassReader type) {
        boolean[] visible = {isVisible(type.getAccess())};
        type.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInnerClass(
                            String name, @Nullable String outer, @Nullable String simpleName, int access) {
                        if (type.getClassName().equals(name)
                                || type.getClassName().startsWith(name + "$")) {
                            visible[0] &= isVisible(access);
                        }
                    }
                },
                ClassReader.SKIP_CODE);
        return visible[0];
    }

    private static boolean isVisible(int access) {
        return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0 && (access & Opcodes.ACC_SYNTHETIC) == 0;
    }

    @Override
    public @Nullable FieldVisitor visitField(
            int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
        return isVisible(access) ? super.visitField(access, name, descriptor, signature, value) : null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return isVisible(access) ? super.visitMethod(access, name, descriptor, signature, exceptions) : null;
    }

    @Override
    public void visitInnerClass(String name, @Nullable String outer, @Nullable String simpleName, int access) {
        if (isVisible(access)) {
            super.visitInnerClass(name, outer, simpleName, access);
        }
    }

    @Override
    public void visitNestMember(String nestMember) {
        // Nests are about private members.
    }
}
