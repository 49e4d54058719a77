package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.woven.WovenMethods;
import java.util.Map;
import java.util.OptionalInt;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Class whose methods count their calls, except generated and suspending ones, and those without a loop or call. */
final class CountedCalls extends ClassVisitor {
    private static final int NO_METHOD = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC;

    private final String type;
    private final String annotation;
    private final Map<String, MethodCode> methods;

    private CountedCalls(ClassReader reader, ClassWriter writer, String annotation) {
        super(OpenedClassReader.ASM_API, writer);
        this.annotation = "." + annotation.replace('$', '.');
        type = reader.getClassName();
        methods = MethodCode.of(reader);
    }

    /** Returns the code with the counting, written directly: advice would load Byte Buddy into each program. */
    static byte[] weave(byte[] code, String annotation) {
        ClassReader reader = OpenedClassReader.of(code);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new CountedCalls(reader, writer, annotation), 0);
        return writer.toByteArray();
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int modifiers, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor next = super.visitMethod(modifiers, name, descriptor, signature, exceptions);
        MethodCode code = methods.get(MethodCode.id(type, name, descriptor));
        if ((modifiers & NO_METHOD) != 0
                || name.startsWith("<")
                || StepMethod.suspends(name, descriptor)
                || code == null
                || code.isStraight()) {
            return next;
        }
        String counted = type.replace('/', '.') + "." + name;
        OptionalInt number = WovenMethods.countedNumber(counted);
        return number.isEmpty() ? next : counted(next, counted, number.getAsInt());
    }

    private MethodVisitor counted(MethodVisitor next, String name, int number) {
        return new MethodVisitor(OpenedClassReader.ASM_API, next) {
            @Override
            public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                String written = "." + Type.getType(descriptor).getClassName().replace('$', '.');
                if (written.endsWith(annotation) && WovenMethods.chosen().isEmpty()) {
                    WovenMethods.choose(name);
                }
                return super.visitAnnotation(descriptor, visible);
            }

            @Override
            public void visitCode() {
                super.visitCode();
                super.visitLdcInsn(number);
                String woven = Type.getInternalName(WovenMethods.class);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, woven, "called", "(I)V", false);
            }

            @Override
            public void visitMaxs(int stack, int variables) {
                super.visitMaxs(Math.max(1, stack), variables);
            }
        };
    }
}
