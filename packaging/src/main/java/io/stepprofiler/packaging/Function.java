package io.stepprofiler.packaging;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A lambda expression or method reference.
 *
 * @param number which one of its {@link FunctionClass} it is
 * @param body what it calls
 * @param type its parameters and result as the program means them; the interface may have forgotten them
 * @param captured types of the values that it keeps
 */
record Function(int number, Handle body, Type type, List<Type> captured) {
    /** What the body is called with, the object whose method it is first. */
    List<Type> parameters() {
        List<Type> parameters = new ArrayList<>();
        if (!isStatic() && !isConstructor()) {
            parameters.add(Type.getObjectType(body.getOwner()));
        }
        parameters.addAll(List.of(Type.getArgumentTypes(body.getDesc())));
        return parameters;
    }

    Type result() {
        return isConstructor() ? Type.getObjectType(body.getOwner()) : Type.getReturnType(body.getDesc());
    }

    boolean isConstructor() {
        return body.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    }

    boolean isStatic() {
        return body.getTag() == Opcodes.H_INVOKESTATIC;
    }

    /** The instruction that calls the body. What only its class may call is in the nest, which needs no other one. */
    int opcode() {
        if (isStatic()) {
            return Opcodes.INVOKESTATIC;
        }
        if (isConstructor()) {
            return Opcodes.INVOKESPECIAL;
        }
        return body.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    }
}
