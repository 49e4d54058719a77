package io.stepprofiler.djl.recording;

/**
 * Whether something reports the engine's operations and memory better than woven code can. Asked when a window begins.
 */
public interface NativeLayer {
    /** There is nothing better. */
    NativeLayer ABSENT = new NativeLayer() {
        @Override
        public boolean recordsOperations() {
            return false;
        }

        @Override
        public boolean recordsMemory() {
            return false;
        }

        @Override
        public String status() {
            return "no native source";
        }
    };

    /** {@return whether it records operations in the window that begins} */
    boolean recordsOperations();

    /** {@return whether it records memory in the window that begins} */
    boolean recordsMemory();

    /** {@return in a few words whether it works, and if not, why} */
    String status();
}
