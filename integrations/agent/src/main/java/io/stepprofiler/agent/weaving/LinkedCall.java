package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.link.CallLink;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** A call that {@link CallLink} links when it is first made, and that is as fast as any other from then on. */
final class LinkedCall {
    private static final int VERSION_MASK = 0xFFFF;

    private static final Handle LINK = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(CallLink.class),
            "link",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    private LinkedCall() {}

    /** Fails where a class file cannot have such calls. */
    static void check(int version) {
        if ((version & VERSION_MASK) < Opcodes.V1_7) {
            throw new IllegalStateException(
                    "its class loader does not find the agent, and its class file is older than Java 7");
        }
    }

    static void write(MethodVisitor code, String owner, String name, String descriptor) {
        code.visitInvokeDynamicInsn(name, descriptor, LINK, owner.replace('/', '.'));
    }
}
