package io.stepprofiler.agent.weaving;

import java.util.List;

/**
 * A call that becomes part of a method.
 *
 * @param owner the class that is called, in a package called {@code woven}
 * @param name a public static method of it
 * @param descriptor its parameters and result, with types of the JDK only
 * @param operands what it is called with
 * @param text what {@link Operand#TEXT} is; empty if there is none among the operands
 */
public record WovenCall(String owner, String name, String descriptor, List<Operand> operands, String text) {
    /** What a call may be given. */
    public enum Operand {
        /** The object whose method it is. */
        THIS,
        /** The first argument of the method; for its parameter is not assigned to, as it was given. */
        ARGUMENT,
        /** What the last call at the begin of the method returned. */
        TOKEN,
        /** What the method returns, a reference; null if it throws. */
        RESULT,
        /** A constant. */
        TEXT
    }

    /**
     * {@return a call}
     *
     * @param owner the class that is called
     * @param name a public static method of it
     * @param descriptor its parameters and result
     * @param operands what it is called with
     */
    public static WovenCall of(Class<?> owner, String name, String descriptor, Operand... operands) {
        return new WovenCall(internalName(owner), name, descriptor, List.of(operands), "");
    }

    /**
     * {@return the same call with a constant}
     *
     * @param constant what {@link Operand#TEXT} is
     */
    public WovenCall with(String constant) {
        return new WovenCall(owner, name, descriptor, operands, constant);
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
