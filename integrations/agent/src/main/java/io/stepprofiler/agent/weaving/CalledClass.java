package io.stepprofiler.agent.weaving;

import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/** A class that gets calls. Its other methods are copied as they are. */
final class CalledClass extends ClassVisitor {
    /** A method that the compiler has made, such as a bridge, calls the one that somebody has written. */
    private static final int LEFT_ALONE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC;

    private final List<MethodCalls> calls;
    private final boolean linked;
    private String name = "";
    private int version;
    private boolean found;

    private CalledClass(ClassVisitor next, List<MethodCalls> calls, boolean linked) {
        super(Opcodes.ASM9, next);
        this.calls = calls;
        this.linked = linked;
    }

    /** The class with the calls; null if it has none of their methods. */
    static byte @Nullable [] weave(byte[] bytes, List<MethodCalls> calls, boolean linked) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        CalledClass called = new CalledClass(writer, calls, linked);
        reader.accept(called, ClassReader.EXPAND_FRAMES);
        return called.found ? writer.toByteArray() : null;
    }

    @Override
    public void visit(
            int version,
            int modifiers,
            String name,
            @Nullable String signature,
            @Nullable String superclass,
            String @Nullable [] interfaces) {
        this.name = name;
        this.version = version;
        super.visit(version, modifiers, name, signature, superclass, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int modifiers,
            String method,
            String descriptor,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        MethodVisitor code = super.visitMethod(modifiers, method, descriptor, signature, exceptions);
        if ((modifiers & LEFT_ALONE) != 0) {
            return code;
        }
        int parameters = -1;
        for (MethodCalls each : calls) {
            if (each.method().equals(method)) {
                parameters = parameters < 0 ? Type.getArgumentCount(descriptor) : parameters;
                if (each.parameters() < 0 || each.parameters() == parameters) {
                    code = called(code, modifiers, descriptor, each);
                }
            }
        }
        return code;
    }

    private MethodVisitor called(MethodVisitor code, int modifiers, String descriptor, MethodCalls around) {
        if (linked) {
            LinkedCall.check(version);
        }
        found = true;
        return new CalledMethod(code, new CalledMethod.Place(name, version, modifiers, descriptor), around, linked);
    }
}
