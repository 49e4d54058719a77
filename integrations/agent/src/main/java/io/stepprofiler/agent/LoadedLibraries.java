package io.stepprofiler.agent;

import java.lang.instrument.Instrumentation;

/**
 * The libraries that the program has loaded by now. The agent loads native code of its own only beside that of the
 * library it is for: newer JDKs warn of native code, and a program without any shall stay without.
 *
 * @param instrumentation of the virtual machine
 */
record LoadedLibraries(Instrumentation instrumentation) {
    /** Whether PyTorch may be there, DJL's or that of JavaCPP's presets. */
    boolean hasTorch() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            String name = type.getName();
            if (name.startsWith("ai.djl.pytorch.") || name.startsWith("org.bytedeco.pytorch.")) {
                return true;
            }
        }
        return false;
    }
}
