package io.stepprofiler.event;

import java.util.List;

/**
 * Tables of the values that events refer to by number: names, signatures and call stacks. Each is numbered from 0.
 *
 * <p>Every accessor reads a list; a number that the table does not have is refused with an {@link
 * IndexOutOfBoundsException}. For the profiler to implement: methods may be added.
 */
public interface Names {
    /** {@return the number of names} */
    int nameCount();

    /**
     * {@return the text of a name, or of the key of an argument}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    String name(int nameId);

    /**
     * {@return the kind of event that a name stands for}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    EventKind kind(int nameId);

    /**
     * {@return the type of the class of the module that a name stands for, such as {@code Linear}; empty for another
     * kind}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    String moduleType(int nameId);

    /**
     * {@return the domain of a marker, task or frame that a name stands for; empty if it has none, and for other kinds}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    String domain(int nameId);

    /**
     * {@return the reach of the marker that a name stands for; {@link MarkerScope#PROCESS} for other kinds}
     *
     * @param nameId number of the name, 0 to {@link #nameCount()} - 1
     */
    MarkerScope markerScope(int nameId);

    /** {@return the number of signatures} */
    int signatureCount();

    /**
     * {@return the signature with a number}
     *
     * @param signatureId number of the signature, 0 to {@link #signatureCount()} - 1
     */
    OpSignature signature(int signatureId);

    /** {@return the number of call stacks} */
    int stackCount();

    /**
     * {@return the call stack with a number, innermost frame first}
     *
     * @param stackId number of the call stack, 0 to {@link #stackCount()} - 1
     */
    List<StackTraceElement> stack(int stackId);
}
