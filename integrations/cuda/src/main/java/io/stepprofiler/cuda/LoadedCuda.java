package io.stepprofiler.cuda;

import io.stepprofiler.environment.MappedLibraries;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Check whether CUDA's driver is loaded in this process, without calling CUDA. */
final class LoadedCuda {
    private static final String DRIVER = "/libcuda.so";

    /** Never reset: libraries are hardly ever unloaded. */
    private static volatile boolean wasFound;

    private static final AtomicInteger LOOKS = new AtomicInteger();

    private LoadedCuda() {}

    /**
     * Returns whether the driver is loaded; takes microseconds. If the JVM would warn about native code, our library is
     * not loaded for this check; reading the list of mapped files instead takes a few milliseconds in a large process,
     * so only some calls do it.
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

    /** True for the first, second, fourth, eighth call and so on. */
    static boolean isDue(int look) {
        return Integer.bitCount(look) == 1;
    }

    static boolean isIn(Path mapped) {
        try {
            return MappedLibraries.in(mapped).stream().anyMatch(library -> library.contains(DRIVER));
        } catch (IOException e) {
            // Not Linux: there is no native code of ours either.
            return false;
        }
    }
}
