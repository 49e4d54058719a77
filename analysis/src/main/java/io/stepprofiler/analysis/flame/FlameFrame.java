package io.stepprofiler.analysis.flame;

/**
 * One frame of stacks.
 *
 * @param name name of an event or thread, or a method as {@code package.Class.method}
 * @param kind what it is a frame of
 */
public record FlameFrame(String name, Kind kind) {
    /** What a frame is of. Numbers stay what they are, because pages have them. */
    public enum Kind {
        /** A thread whose steps the window has. */
        STEPPING_THREAD,
        /** Another thread. */
        THREAD,
        /** A scope, or an operation of a framework. */
        SCOPE,
        /** A module of a model. */
        MODULE,
        /** Data loading. */
        DATA_LOADING,
        /** Communication among workers. */
        COMMUNICATION,
        /** A thread does not run. */
        WAIT,
        /** A call of the runtime of a device. */
        RUNTIME,
        /** A method of the program or its libraries. */
        METHOD,
        /** A method of the Java class library. */
        LIBRARY_METHOD,
        /** A method in native code. */
        NATIVE_METHOD,
        /** Stacks too small to be kept, together. */
        LEFT_OUT
    }
}
