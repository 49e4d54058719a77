package io.stepprofiler.analysis.flame;

/**
 * Frame of the stacks of a flame graph.
 *
 * @param name name of an event or thread, or a method as {@code package.Class.method}
 * @param kind kind of the frame
 */
public record FlameFrame(String name, Kind kind) {
    /** Kind of a frame. Pages contain the numbers, which must not change. */
    public enum Kind {
        /** A thread with steps in the window. */
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
        /** A wait of a thread. */
        WAIT(6),
        /** A call of the runtime of a device. */
        RUNTIME(7),
        /** A method of the program or its libraries. */
        METHOD(8),
        /** A method of the Java class library. */
        LIBRARY_METHOD(9),
        /** A method in native code. */
        NATIVE_METHOD(10),
        /** Merged stacks that are too small to be kept. */
        LEFT_OUT(11);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** {@return its number in files} */
        public int number() {
            return number;
        }
    }
}
