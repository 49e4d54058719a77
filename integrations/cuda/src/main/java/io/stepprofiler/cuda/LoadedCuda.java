package io.stepprofiler.cuda;

import io.stepprofiler.machine.MappedLibraries;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Whether CUDA's driver is in this process, found without any code of CUDA's. */
final class LoadedCuda {
    private static final String DRIVER = "libcuda.so";

    /** Libraries are hardly ever unloaded. */
    private static volatile boolean wasFound;

    private static final AtomicInteger LOOKS = new AtomicInteger();

    private LoadedCuda() {}

    /**
     * Takes microseconds. Where the JVM would warn of native code, that is not loaded just to ask: a look at the mapped
     * files takes a few milliseconds in a large process, so that after the first calls only some look.
     */
    static boolean isThere() {
        if (wasFound) {
            return true;
        }
        if (NativeStatus.loadsQuietly() && NativeStatus.current().available()) {
            wasFound = CudaLibrary.isDriverLoaded();
        } else if (isDue(LOOKS.incrementAndGet())) {
            wasFound = isIn(MappedLibraries.LIST);
        }
        return wasFound;
    }

    /** The first, second, fourth, eighth call and so on. */
    static boolean isDue(int look) {
        return Integer.bitCount(look) == 1;
    }

    static boolean isIn(Path mapped) {
        try {
            return MappedLibraries.in(mapped).stream().anyMatch(library -> library.startsWith(DRIVER));
        } catch (IOException e) {
            // Another system, for which there is no native code of ours either.
            return false;
        }
    }
}
