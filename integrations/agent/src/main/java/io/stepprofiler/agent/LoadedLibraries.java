package io.stepprofiler.agent;

import java.lang.instrument.Instrumentation;

/**
 * Libraries that the program has loaded so far. The agent loads its own native code only if the library that it serves
 * is loaded: newer JDKs warn of native code, and a program without any must not get that warning.
 *
 * @param instrumentation of the virtual machine
 */
record LoadedLibraries(Instrumentation instrumentation) {
    /** {@return whether PyTorch may be loaded, by DJL or by JavaCPP's presets} */
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
