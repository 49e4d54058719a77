package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.link.CallLink;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Makes woven code independent of its class's loader: an {@code invokestatic} of a class of ours becomes a call that
 * {@link CallLink} links on first use, and that is as fast as any other afterwards.
 *
 * <p>Applied before all advice, so that it sees the calls that advice adds.
 */
final class LinkedCalls extends AsmVisitorWrapper.AbstractBase {
    private static final String OURS = "io/stepprofiler/";
    private static final String WOVEN = "/woven/";
    private static final int VERSION_MASK = 0xFFFF;

    private static final Handle LINK = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(CallLink.class),
            "link",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

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
        return new Linking(visitor);
    }

    private static final class Linking extends ClassVisitor {
        Linking(ClassVisitor next) {
            super(OpenedClassReader.ASM_API, next);
        }

        @Override
        public void visit(
                int version,
                int modifiers,
                String name,
                @Nullable String signature,
                @Nullable String superclass,
                String @Nullable [] interfaces) {
            if ((version & VERSION_MASK) < Opcodes.V1_7) {
                throw new IllegalStateException(
                        "its class loader does not find the agent, and its class file is older than Java 7");
            }
            super.visit(version, modifiers, name, signature, superclass, interfaces);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int modifiers,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(modifiers, name, descriptor, signature, exceptions);
            return next == null ? null : new LinkingMethod(next);
        }
    }

    private static final class LinkingMethod extends MethodVisitor {
        LinkingMethod(MethodVisitor next) {
            super(OpenedClassReader.ASM_API, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (opcode == Opcodes.INVOKESTATIC && owner.startsWith(OURS) && owner.contains(WOVEN)) {
                // A2: the loader of the framework need not find the agent.
                super.visitInvokeDynamicInsn(name, descriptor, LINK, owner.replace('/', '.'));
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }
}
