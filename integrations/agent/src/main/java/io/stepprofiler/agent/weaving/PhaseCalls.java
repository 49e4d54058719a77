package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenPhases;
import java.util.OptionalInt;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Weaves {@link WovenPhases} around the calls in a step method that may be phases. The called methods keep their code,
 * so compilers treat them as before, and no class is transformed while its methods run: a method that runs then would
 * never be compiled again until it returns.
 *
 * <p>The class is read twice, first for the methods that have such calls.
 */
final class PhaseCalls extends AsmVisitorWrapper.AbstractBase {
    // A6: around the calls, when the class is loaded.

    private static final String WOVEN = Type.getInternalName(WovenPhases.class);

    private final MethodPattern step;

    PhaseCalls(MethodPattern step) {
        this.step = step;
    }

    @Override
    public ClassVisitor wrap(
            TypeDescription type,
            ClassVisitor visitor,
            Implementation.Context context,
            TypePool pool,
            FieldList<FieldDescription.InDefinedShape> fields,
            MethodList<?> methods,
            int writerFlags,
            int readerFlags) {
        ClassWriter copy = new ClassWriter(0);
        return new ClassVisitor(OpenedClassReader.ASM_API, copy) {
            @Override
            public void visitEnd() {
                super.visitEnd();
                ClassReader reader = OpenedClassReader.of(copy.toByteArray());
                reader.accept(new Classes(visitor, reader.getClassName(), new StepCode(reader, step)), readerFlags);
            }
        };
    }

    private static final class Classes extends ClassVisitor {
        private final String type;
        private final StepCode code;

        Classes(ClassVisitor next, String type, StepCode code) {
            super(OpenedClassReader.ASM_API, next);
            this.type = type;
            this.code = code;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int modifiers,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(modifiers, name, descriptor, signature, exceptions);
            String method = MethodCode.id(type, name, descriptor);
            return next == null || !code.hasSites(method) ? next : new Calls(next, method, code);
        }
    }

    /** Weaves the calls of one method; the token of a call is in a local variable behind the method's own. */
    private static final class Calls extends MethodVisitor {
        private static final int MORE_STACK = 3;
        private static final int MORE_VARIABLES = 2;

        private final String method;
        private final StepCode code;
        private int calls;

        Calls(MethodVisitor next, String method, StepCode code) {
            super(OpenedClassReader.ASM_API, next);
            this.method = method;
            this.code = code;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            OptionalInt number = code.site(method, calls++, owner, name, descriptor)
                    .map(WovenPhases::number)
                    .orElse(OptionalInt.empty());
            if (number.isEmpty()) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                return;
            }
            int token = code.variables(method);
            super.visitLdcInsn(number.getAsInt());
            super.visitMethodInsn(Opcodes.INVOKESTATIC, WOVEN, "enter", "(I)J", false);
            super.visitVarInsn(Opcodes.LSTORE, token);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            super.visitLdcInsn(number.getAsInt());
            super.visitVarInsn(Opcodes.LLOAD, token);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, WOVEN, "exit", "(IJ)V", false);
        }

        @Override
        public void visitMaxs(int stack, int variables) {
            super.visitMaxs(stack + MORE_STACK, variables + MORE_VARIABLES);
        }
    }
}
