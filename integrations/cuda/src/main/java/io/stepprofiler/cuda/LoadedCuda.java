package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Whether CUDA's driver is in this process, found without any code of CUDA's. */
final class LoadedCuda {
    private static final Path MAPPED = Path.of("/proc/self/maps");
    private static final String DRIVER = "/libcuda.so";

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
            wasFound = isIn(MAPPED);
        }
        return wasFound;
    }

    /** The first, second, fourth, eighth call and so on. */
    static boolean isDue(int look) {
        return Integer.bitCount(look) == 1;
    }

    static boolean isIn(Path mapped) {
        // In bytes, whatever the names of the others are.
        try (Stream<String> lines = Files.lines(mapped, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains(DRIVER));
        } catch (IOException | UncheckedIOException e) {
            // Another system, for which there is no native code of ours either.
            return false;
        }
    }
}
