package io.stepprofiler.djl.recording;

/**
 * Status of a native source that records the engine's operations and memory better than woven code. Queried when a
 * window begins.
 */
public interface NativeLayer {
    /** No native source. */
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

    /** {@return a short text: whether it works, or the reason why not} */
    String status();
}
