package io.stepprofiler.nativeaccess;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/** Loads the native library out of the jar, once a process. */
final class NativeLibrary {
    private static final String FILE = "libstepprofiler.so";

    /** From this version on, loading a library without native access makes the JVM print a warning, or is refused. */
    private static final int FIRST_JAVA_THAT_RESTRICTS_LOADING = 24;

    private static volatile boolean isLoaded;

    /** Holder that loads the library at its first use. */
    private static final class Once {
        static final NativeStatus STATUS =
                load(platform(System.getProperty("os.name", ""), System.getProperty("os.arch", "")));
    }

    private NativeLibrary() {}

    /** The status in this process; the first call loads the library. */
    static NativeStatus status() {
        return Once.STATUS;
    }

    /** Whether the library has been loaded already. */
    static boolean isLoaded() {
        return isLoaded;
    }

    /** Whether it is loaded, or can be without a word from the JVM. */
    static boolean isWelcome() {
        return isLoaded || Runtime.version().feature() < FIRST_JAVA_THAT_RESTRICTS_LOADING || hasNativeAccess();
    }

    /** By reflection, since Java 17 has no such method; one that cannot be asked has not allowed it. */
    private static boolean hasNativeAccess() {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(NativeLibrary.class.getModule());
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    static String platform(String system, String architecture) {
        String machine = architecture.equals("amd64") ? "x86_64" : architecture;
        return (system + "-" + machine).toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** Never throws: what goes wrong is the reason of the status. */
    static NativeStatus load(String platform) {
        if (System.getProperty("io.stepprofiler.native", "").equals("off")) {
            return new NativeStatus(false, "the system property io.stepprofiler.native is off", platform);
        }
        try (InputStream library = NativeLibrary.class.getResourceAsStream(platform + "/" + FILE)) {
            if (library == null) {
                return new NativeStatus(false, "this build has no native library for " + platform, platform);
            }
            // Into a folder of this user alone, so that no other user can put another library in its place.
            Path folder = Files.createTempDirectory(
                    "step-profiler",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            loadBy(folder.resolve(FILE), library);
            isLoaded = true;
            return new NativeStatus(true, "", platform);
        } catch (IOException | RuntimeException | LinkageError e) {
            return new NativeStatus(false, "the native library does not load: " + e, platform);
        }
    }

    /** Leaves neither the file nor its folder: once loaded the library is in memory, whatever becomes of them. */
    @SuppressWarnings("restricted") // Loading a library is what this is for.
    static void loadBy(Path file, InputStream library) throws IOException {
        try {
            Files.copy(library, file);
            System.load(file.toString());
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.getParent());
        }
    }
}
