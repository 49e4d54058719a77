package io.stepprofiler.analysis.flame;

/**
 * One frame of stacks.
 *
 * @param name name of an event or thread, or a method as {@code package.Class.method}
 * @param kind what it is a frame of
 */
public record FlameFrame(String name, Kind kind) {
    /** What a frame is of. Pages have their numbers, which stay what they are. */
    public enum Kind {
        /** A thread whose steps the window has. */
        STEPPING_THREAD(0),
        /** Another thread. */
        THREAD(1),
        /** A scope, or an operation of a framework. */
        SCOPE(2),
        /** A module of a model. */
        MODULE(3),
        /** Data loading. */
        DATA_LOADING(4),
        /** Communication among workers. */
        COMMUNICATION(5),
        /** A thread does not run. */
        WAIT(6),
        /** A call of the runtime of a device. */
        RUNTIME(7),
        /** A method of the program or its libraries. */
        METHOD(8),
        /** A method of the Java class library. */
        LIBRARY_METHOD(9),
        /** A method in native code. */
        NATIVE_METHOD(10),
        /** Stacks too small to be kept, together. */
        LEFT_OUT(11);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** {@return the number that files have for it} */
        public int number() {
            return number;
        }
    }
}
